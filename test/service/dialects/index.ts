import { ambiguous } from './ambiguous.js';
import { camel } from './camel.js';
import { completions } from './completions.js';
import type { Style } from './core/style.js';
import { decimals } from './decimals.js';
import { django } from './django.js';
import { enveloped } from './enveloped.js';
import { failing } from './failing.js';
import { fastapi } from './fastapi.js';
import { flat } from './flat.js';
import { golang } from './golang.js';
import { hal } from './hal.js';
import { holes } from './holes.js';
import { jsonapi } from './jsonapi.js';
import { lamports } from './lamports.js';
import { mute } from './mute.js';
import { paste } from './paste.js';
import { polled } from './polled.js';
import { pushing } from './pushing.js';
import { rails } from './rails.js';
import { slow } from './slow.js';
import { snapshots } from './snapshots.js';
import { strict } from './strict.js';

/** Services written from the specification alone; each decides otherwise what it leaves open. */
export const dialects: readonly Style[] = [
  rails,
  camel,
  django,
  flat,
  fastapi,
  enveloped,
  completions,
  snapshots,
  failing,
  polled,
  pushing,
  lamports,
  decimals,
  ambiguous,
  holes,
  slow,
  paste,
  mute,
  strict,
  jsonapi,
  hal,
  golang,
];
