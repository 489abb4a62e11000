import './styles/main.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { publishNonce } from './lib/nonce.ts';

publishNonce();
createRoot(document.getElementById('root')!).render(<App />);
