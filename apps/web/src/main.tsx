import './styles/main.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { fetchAhead } from './app/fetchAhead.ts';
import { watchHistory } from './lib/backCloses.ts';
import { tellLibraries } from './lib/contentPolicy.ts';
import './lib/doubleClick.ts';
import { createQueryClient } from './lib/query.ts';
import './offline/installOffer.ts';

tellLibraries();
watchHistory();
const client = createQueryClient();
void fetchAhead(client, window.location.pathname);
createRoot(document.getElementById('root')!).render(<App client={client} />);
