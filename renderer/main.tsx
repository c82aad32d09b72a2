// First of all imports: zod must know before any schema is used that the page's CSP forbids `new Function`.
import './zod-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { connect } from './connect.ts';
import { startI18n } from './i18n/start-i18n.ts';
import { linkOfThisWindow } from './links.ts';
import { nextFrame } from './next-frame.ts';
import { openFromAddress } from './share/open-from-address.ts';
import { createLabStore } from './state/lab-store.ts';
import './style/theme.css';
import './style/layout.css';
import './style/report.css';
import './style/controls.css';
import './style/cards.css';
import './style/chart-menu.css';
import './style/charts.css';
import './style/engines.css';
import './style/service.css';
import './style/suite.css';
import './style/anatomy.css';
import './style/probe.css';
import './style/runs.css';
import './style/planner.css';
import './style/share.css';

const lab = createLabStore(() => connection.calls, nextFrame);
const connection = connect(linkOfThisWindow(), lab.listener);
openFromAddress(lab, window);
startI18n();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App lab={lab} />);
