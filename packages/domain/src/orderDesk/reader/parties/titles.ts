/** Titles and other words that can precede a name but aren't part of it. */
export const TITLES = new Set(
  (
    'officer officers deputy trooper sergeant sgt captain capt lieutenant lt firefighter fire police chief senator sen ' +
    'representative rep governor gov judge justice mayor commissioner secretary president detective corporal cpl agent ' +
    'ranger paramedic pilot speaker sheriff marshal private pvt specialist spc major colonel col general staff master ' +
    'first class former late fallen congressman congresswoman mr ms mrs dr rev reverend bishop clerk state patrol ' +
    'patrolman constable warden investigator lineman airman seaman sailor soldier engineer medic emt assemblyman ' +
    'assemblymember delegate councilman councilmember treasurer auditor attorney superintendent correctional corrections'
  ).split(' '),
);
