import { render } from 'preact';
import { createActor } from '../../actor/client.js';
import { App } from './app.js';

const actor = createActor(location.origin);
actor.world().then(
  (world) => render(<App actor={actor} world={world} />, document.body),
  (error: Error) => render(<p class="offline">{error.message}</p>, document.body),
);
