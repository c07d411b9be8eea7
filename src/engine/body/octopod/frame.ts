/** Eight legs in four rows, and the names of their joints. */

import type { OctopodForm } from '../../input/text/vocabulary/form.js';
import { legRows as allRows } from '../../skeleton/legs.js';
import type { Traits } from '../traits.js';

export const octopodLegRows = allRows.octopod;
export type LegRow = (typeof octopodLegRows)[number];

const plain: OctopodForm = { kind: 'octopod', plan: 'spider', abdomen: 1, legLength: 1, legThick: 1 };

export const octopodForm = (t: Traits): OctopodForm => (t.form?.kind === 'octopod' ? t.form : plain);

export const headRatio = { natural: 1, chibi: 1.25, heroic: 0.9 } as const;
