import './early/main.ts';
import './styles/main.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { dropEarly } from './early/earlyAnswers.ts';
import { watchHistory } from './lib/backCloses.ts';
import { tellLibraries } from './lib/contentPolicy.ts';
import './lib/doubleClick.ts';
import { firstPage } from './lib/firstPage.ts';
import { createQueryClient } from './lib/query.ts';
import './offline/installOffer.ts';

tellLibraries();
watchHistory();
const client = createQueryClient();
void firstPage.then(dropEarly);
createRoot(document.getElementById('root')!).render(<App client={client} />);
