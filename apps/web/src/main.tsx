import './styles/main.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { tellLibraries } from './lib/contentPolicy.ts';

tellLibraries();
createRoot(document.getElementById('root')!).render(<App />);
