/**
 * Every figure on `/metrics`, by name. Labels have few values and never name a person, a wallet, a server or a message.
 * Nothing here depends on the library that writes them, so that a process without `METRICS_PORT` does not load it.
 */
export const metricTable = {
  rigsmith_build_info: ['gauge', 'Always 1; the label is the version that runs.', ['version']],
  rigsmith_gateway_shards: ['gauge', 'Gateway connections to Discord, by state.', ['state']],
  rigsmith_gateway_ping_seconds: ['gauge', 'Time Discord took to answer the last heartbeats.', []],
  rigsmith_servers: ['gauge', 'Servers that the bot is in.', []],
  rigsmith_interactions_total: ['counter', 'Commands, buttons and forms, by outcome.', ['outcome']],
  rigsmith_interaction_acknowledge_seconds: [
    'histogram',
    'Time from the arrival of an interaction to its acknowledgement; Discord allows 3 seconds.',
    [],
    [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3],
  ],
  rigsmith_content_refused_total: [
    'counter',
    'Refused prompts and messages: never allowed, normal, or only by strict servers.',
    ['strictness'],
  ],
  rigsmith_outbox_oldest_seconds: [
    'gauge',
    'Age of the oldest message that waits for delivery to Discord.',
    [],
  ],
  rigsmith_discord_requests_total: ['counter', 'Requests to the API of Discord, by status.', ['status']],
  rigsmith_discord_rate_limited_total: [
    'counter',
    'Requests that Discord refused with 429, by scope.',
    ['scope'],
  ],
  rigsmith_discord_rate_limit_wait_seconds: [
    'histogram',
    'Time a request waited so that it stays within the limits of Discord.',
    [],
    [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
  ],
  rigsmith_purchases: ['gauge', 'Purchases, by state.', ['status']],
  rigsmith_review_cases_open: ['gauge', 'Payments that wait for a decision in `rigsmith review`.', []],
  rigsmith_chain_lag_seconds: [
    'gauge',
    'Time since the payments on the chain were last read completely.',
    [],
  ],
  rigsmith_rpc_errors_total: [
    'counter',
    'Requests that a Solana node did not answer, by its host.',
    ['node'],
  ],
  rigsmith_rigs_queued: ['gauge', 'Rigs that wait for their turn.', []],
  rigsmith_rigs_running: ['gauge', 'Rigs that are being made.', []],
  rigsmith_rigs_oldest_queued_seconds: ['gauge', 'Age of the oldest rig that waits for its turn.', []],
  rigsmith_rigs_total: ['counter', 'Attempts to make a rig, by outcome.', ['outcome']],
  rigsmith_rig_stage_seconds: [
    'histogram',
    'Duration of the stages of finished rigs.',
    ['stage'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  ],
  rigsmith_agent_first_token_seconds: [
    'histogram',
    'Time from the start of an answer of the agent to its first words.',
    [],
    [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
  ],
  rigsmith_disk_free_bytes: ['gauge', 'Free space on the disk of DATA_DIR.', []],
  rigsmith_disk_size_bytes: ['gauge', 'Size of the disk of DATA_DIR.', []],
} as const satisfies Record<
  string,
  readonly [
    'counter' | 'gauge' | 'histogram',
    help: string,
    labels: readonly string[],
    buckets?: readonly number[],
  ]
>;

type Table = typeof metricTable;
type NamesOf<Kind extends string> = {
  [Name in keyof Table]: Table[Name][0] extends Kind ? Name : never;
}[keyof Table];
/** The labels of one metric; an argument only where it has some. */
type LabelsOf<Name extends keyof Table> = Table[Name][2][number] extends never
  ? []
  : [labels: Readonly<Record<Table[Name][2][number], string>>];

export type CounterName = NamesOf<'counter'>;
export type GaugeName = NamesOf<'gauge'>;
export type HistogramName = NamesOf<'histogram'>;
/** One value of a gauge. */
export type Sample = { value: number; labels?: Readonly<Record<string, string>> };

/** A payment that waits for a decision. */
export type OpenCase = { id: string; reason: string; amount: string; signature: string; openedAt: number };
/** The jobs of one kind in a queue. */
export type QueuedJobs = {
  queue: string;
  kind: string;
  running: number;
  waiting: number;
  /** Waiting jobs that failed before. */
  failing: number;
  /** When the oldest was queued, in ms. */
  oldestAt: number;
};
/** Lists that only the dashboard shows. */
export type Lists = { cases: OpenCase; jobs: QueuedJobs };

export type Metrics = {
  /** Counts an event. */
  count<Name extends CounterName>(name: Name, ...labels: LabelsOf<Name>): void;
  /** Adds a duration to its histogram. */
  took<Name extends HistogramName>(name: Name, seconds: number, ...labels: LabelsOf<Name>): void;
  /** Reads a gauge when the figures are requested; one that rejects is left out. */
  gauge(name: GaugeName, read: () => Promise<readonly Sample[]> | readonly Sample[]): void;
  /** Reads rows of a list when an operator opens the dashboard; several readers may fill one list. */
  list<Name extends keyof Lists>(name: Name, read: () => Promise<readonly Lists[Name][]>): void;
};

/** For a process without METRICS_PORT and DASHBOARD_PORT. */
export const noMetrics: Metrics = {
  count: () => undefined,
  took: () => undefined,
  gauge: () => undefined,
  list: () => undefined,
};
