import { systemRandom } from '../../src/base/ids.js';
import { createOutboxStore } from '../../src/bot/delivery/outbox.js';
import { createRigFlow } from '../../src/bot/rig/flow.js';
import { createRigStores } from '../../src/bot/rig/stores.js';
import type { PipelineDetail } from '../../src/contract/pipelines.js';
import { openBotDatabase } from './bot-database.js';
import { manualClock } from './clock.js';
import { freeServer } from './server.js';

/** A request of the flow to the service. */
export type AskedOfService = {
  id: string;
  body: Record<string, unknown>;
  params?: Record<string, string>;
  idempotencyKey: string;
};

/** A pipeline as the service lists it. */
export const clay = (more: Partial<PipelineDetail> = {}): PipelineDetail => ({
  id: 'clay',
  name: 'Clay',
  description: '',
  inputs: ['text'],
  skeletons: [],
  output_formats: [],
  credit_cost: 10,
  estimated_seconds: 4,
  parameters: [],
  ...more,
});

/** Where a rig is ordered. */
export const rigPlace = {
  guildId: '1',
  guildName: 'one',
  channelId: '5',
  messageId: '6',
  locale: 'en-US',
  uploadLimit: 1,
};

/** The flow of rigs on a database of its own, with a service that answers what a test says. */
export async function openRigFlow(options: {
  pipeline?: PipelineDetail;
  /** The body of the service's reply; what it throws is the service's refusal. */
  answer: (asked: AskedOfService) => unknown;
  asksByDefault?: boolean;
  checkText?: (guildId: string | null, text: string) => Promise<void>;
}) {
  const { pipeline = clay(), answer, asksByDefault = false, checkText } = options;
  const [clock, db] = [manualClock(), await openBotDatabase()];
  const open = (asks: boolean) => {
    const stores = createRigStores({
      db,
      clock,
      outbox: createOutboxStore(db, clock),
      random: systemRandom,
      pageUrl: 'https://rigsmith.example/rig',
      asksByDefault: asks,
    });
    const flow = createRigFlow({
      ...freeServer,
      ...(checkText && { rules: { ...freeServer.rules, checkText } }),
      ...stores,
      clock,
      random: systemRandom,
      fileOrigins: [],
      listen: () => true,
      http: {
        call: async ({ id }: { id: string }) => ({
          reply: { body: id === 'listPipelines' ? { data: [pipeline] } : pipeline },
        }),
      },
      sessions: {
        walletOf: async () => ({ address: 'w1' }),
        serviceOf: () => ({
          call: async ({ id }: { id: string }, input: Omit<AskedOfService, 'id'>) => ({
            body: await answer({ id, ...input }),
          }),
        }),
      },
    } as unknown as Parameters<typeof createRigFlow>[0]);
    return { stores, flow };
  };
  return {
    db,
    clock,
    ...open(asksByDefault),
    /** The same database after a restart. */
    restart: (asks = asksByDefault) => open(asks).flow,
  };
}
