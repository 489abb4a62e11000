import { accountCases } from './accountCases.ts';
import { activityCases } from './activityCases.ts';
import { alertCases } from './alertCases.ts';
import { calendarCases } from './calendarCases.ts';
import { deviceCases } from './deviceCases.ts';
import { flagCases } from './flagCases.ts';
import { followsCases } from './followsCases.ts';
import { halfStaffCases } from './halfStaffCases.ts';
import { historyCases } from './historyCases.ts';
import { holdCases } from './holdCases.ts';
import { importExportCases } from './importExportCases.ts';
import type { Case, Kit } from './matrix.ts';
import { moveCases } from './moveCases.ts';
import { orderSourceCases } from './orderSourceCases.ts';
import { ownDayCases } from './ownDayCases.ts';
import { placeCases } from './placeCases.ts';
import { serviceCases } from './serviceCases.ts';
import { sessionCases } from './sessionCases.ts';
import { settingsCases } from './settingsCases.ts';
import { tokenCases } from './tokenCases.ts';
import { userCases } from './userCases.ts';
import { webhookCases } from './webhookCases.ts';

/** The status code that each caller should get for each API call. */
export const allCases = (kit: Kit): Case[] => [
  ...sessionCases(kit),
  ...placeCases(kit),
  ...flagCases(kit),
  ...holdCases(kit),
  ...moveCases(kit),
  ...historyCases(),
  ...userCases(kit),
  ...accountCases(kit),
  ...serviceCases(kit),
  ...halfStaffCases(kit),
  ...followsCases(),
  ...ownDayCases(),
  ...calendarCases(kit),
  ...orderSourceCases(kit),
  ...activityCases(),
  ...webhookCases(kit),
  ...importExportCases(kit),
  ...alertCases(),
  ...deviceCases(),
  ...tokenCases(kit),
  ...settingsCases(kit),
];
