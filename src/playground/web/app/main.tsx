import { render } from 'preact';
import { createActor } from '../../actor/client.js';
import { App } from './app.js';
import { applyTheme } from './theme.js';

applyTheme();
const actor = createActor(location.origin);
actor.world().then(
  (world) => render(<App actor={actor} first={world} />, document.body),
  (error: Error) => render(<p class="offline">{error.message}</p>, document.body),
);
