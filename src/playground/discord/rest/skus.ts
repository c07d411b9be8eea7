import { Refusal } from '../failure.js';
import type { Sku } from '../state/model.js';
import type { JsonObject } from '../types.js';
import { param, type Rest, type RestRoute } from './route.js';

const CONSUMABLE = 3;
const AVAILABLE = 1 << 2;

const toSku = ({ id, applicationId, name }: Sku): JsonObject => ({
  id,
  type: CONSUMABLE,
  application_id: applicationId,
  name,
  slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  flags: AVAILABLE,
  dependent_sku_id: null,
  manifest_labels: null,
  access_type: 1,
  features: [],
  release_date: null,
  premium: false,
  show_age_gate: false,
});

/** SKUs that an application sells inside Discord. */
export const skuRoutes = ({ state }: Rest): RestRoute[] => [
  {
    method: 'GET',
    path: '/applications/:applicationId/skus',
    handle(call) {
      if (param(call, 'applicationId') !== call.app.id) throw new Refusal('foreignApplication');
      return [...state.skus.values()].filter(({ applicationId }) => applicationId === call.app.id).map(toSku);
    },
  },
];
