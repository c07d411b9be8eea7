import { botEnvironment } from '../../../src/cli/child.js';
import type { S3Place } from '../../../src/service/storage/place.js';
import type { Town } from './town.js';

/** What every process of a cluster knows. */
export type Shared = {
  town: Town;
  databaseUrl: string;
  bucket: S3Place;
  masterKey: string;
  /** Addresses in front of all services, and of all bots. */
  serviceUrl: string;
  publicUrl: string;
  /** Shards in all. */
  shards: number;
};

type Own = { folder: string; port: number };

export const portOf = (url: string): number => Number(new URL(url).port);

/** The same address by way of another port. */
function by(url: string, port: number | undefined): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href.replace(/\/$/, '');
}

const commonOf = ({ masterKey, publicUrl }: Shared) => ({
  MASTER_KEY: masterKey,
  PUBLIC_URL: publicUrl,
  SOLANA_NETWORK: 'localnet',
  NODE_OPTIONS: '--trace-warnings',
  LOG_LEVEL: process.env.CLUSTER_LOG ?? 'warn',
});

/** Ports a service or a worker needs, by name. */
export const serviceNeeds = ({ town, databaseUrl, bucket }: Shared) => ({
  database: portOf(databaseUrl),
  chain: portOf(town.addresses.rpcUrl),
  files: portOf(bucket.endpoint),
});

export const serviceEnvironment =
  (shared: Shared, own: Own & { rigProcesses: number }) =>
  ({ database, chain, files }: Readonly<Record<string, number>>): Record<string, string> => {
    const { town, bucket, databaseUrl, serviceUrl } = shared;
    return {
      ...commonOf(shared),
      SOLANA_RPC_URL: by(town.addresses.rpcUrl, chain),
      SOLANA_WS_URL: town.addresses.wsUrl,
      REQUIRED_COMMITMENT: 'confirmed',
      MERCHANT_ADDRESS: town.addresses.treasury,
      WELCOME_CREDITS: '500',
      RIG_CONFIRM: 'off',
      SERVICE_PUBLIC_URL: serviceUrl,
      ARTIFACTS: `s3://${bucket.bucket}/${bucket.prefix}`,
      AWS_ENDPOINT_URL: by(bucket.endpoint, files),
      AWS_REGION: bucket.region,
      AWS_ACCESS_KEY_ID: bucket.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      ARTIFACTS_PATH_STYLE: 'on',
      RIG_PROCESSES: String(own.rigProcesses),
      DATABASE_URL: by(databaseUrl, database),
      DATA_DIR: own.folder,
      PORT: String(own.port),
    };
  };

export const botEnvironmentOf =
  (shared: Shared, own: Own) =>
  ({ database, discord }: Readonly<Record<string, number>>): Record<string, string> => {
    const { town, databaseUrl, serviceUrl, shards } = shared;
    const world = {
      web: null,
      service: null,
      rpc: null,
      link: null,
      discord_api: by(town.discord.api, discord),
      discord_cdn: town.discord.cdn,
      discord_token: town.addresses.token,
      actor_api: town.addresses.actorApi,
    };
    return {
      ...botEnvironment(world, { port: own.port, dataDir: own.folder, serviceUrl }),
      ...commonOf(shared),
      DATABASE_URL: by(databaseUrl, database),
      SHARDS: String(shards),
    };
  };
