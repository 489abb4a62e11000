import './early/main.ts';
import './styles/main.css';
import { setDisplayLocale } from '@halyard/domain';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { dropEarly } from './lib/api/earlyAnswers.ts';
import { LANGUAGE } from './lib/i18n/i18n.ts';
import { watchHistory } from './lib/page/backCloses.ts';
import { configureLibraries } from './lib/page/contentPolicy.ts';
import './lib/forms/doubleClick.ts';
import { createQueryClient } from './lib/api/query.ts';
import { firstPage } from './lib/page/firstPage.ts';
import { whenParsed } from './lib/page/whenParsed.ts';
import './offline/installOffer.ts';

setDisplayLocale(LANGUAGE);
configureLibraries();
watchHistory();
const client = createQueryClient();
void firstPage.then(dropEarly);
whenParsed(() => {
  const root = createRoot(document.getElementById('root')!);
  // A transition, so that the browser can respond to a tap and paint in between.
  startTransition(() => root.render(<App client={client} />));
});
