import './early/main.ts';
import './styles/main.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { dropEarly } from './lib/api/earlyAnswers.ts';
import { watchHistory } from './lib/page/backCloses.ts';
import { configureLibraries } from './lib/page/contentPolicy.ts';
import './lib/forms/doubleClick.ts';
import { createQueryClient } from './lib/api/query.ts';
import { firstPage } from './lib/page/firstPage.ts';
import './offline/installOffer.ts';

configureLibraries();
watchHistory();
const client = createQueryClient();
void firstPage.then(dropEarly);
createRoot(document.getElementById('root')!).render(<App client={client} />);
