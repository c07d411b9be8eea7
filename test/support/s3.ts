import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import S3rver from 's3rver';
import { Agent, fetch, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import type { S3Place } from '../../src/service/storage/place.js';
import { isSigned } from './s3-signature.js';

export type S3Server = {
  /** A new, empty bucket. */
  createBucket(): Promise<S3Place>;
  /** The same bucket named by the host, as at Amazon. Needs `leadNamesHere`. */
  named(place: S3Place): S3Place;
  /** From now on requests are answered with the status that this returns, or as usual where it returns none. */
  fail(how: (request: { method: string; url: string; host: string }) => number | undefined): void;
  stop(): Promise<void>;
};

type Context = { req: IncomingMessage; status: number; body: string };
/** s3rver is a Koa application, which its types don't say. */
type KoaApp = { middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[] };

const access = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** s3rver makes the tokens of its pages with DES, which OpenSSL 3 lacks: a list longer than a page would fail. */
function replaceDes(): void {
  const twice = (bytes: unknown) => Buffer.concat([bytes as Buffer, bytes as Buffer]);
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original = crypto[name] as (algorithm: string, ...keys: unknown[]) => unknown;
    const replaced: typeof original = (algorithm, key, iv, ...options) =>
      algorithm === 'des'
        ? original('aes-128-ctr', twice(key), twice(iv))
        : original(algorithm, key, iv, ...options);
    Object.assign(crypto, { [name]: replaced });
  }
}
replaceDes();

/** Requests to any host arrive at this machine. @returns ends that */
export function leadNamesHere(): () => void {
  const usual = getGlobalDispatcher();
  setGlobalDispatcher(
    new Agent({
      connect: { lookup: (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
    }),
  );
  return () => setGlobalDispatcher(usual);
}

/** Starts a local S3 server with files in a temporary folder. It refuses unsigned requests, which s3rver accepts. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory });
  let failing: Parameters<S3Server['fail']>[0] = () => undefined;
  (server as unknown as KoaApp).middleware.unshift(async (context, next) => {
    const { method = '', url = '', headers } = context.req;
    const status = failing({ method, url, host: headers.host ?? '' });
    if (status !== undefined) {
      context.status = status;
      context.body = '<Error><Code>Test</Code></Error>';
      return;
    }
    if (isSigned(context.req, access.secretAccessKey, Date.now())) return next();
    context.status = 403;
    context.body = '<Error><Code>SignatureDoesNotMatch</Code></Error>';
  });
  const { port } = (await server.run()) as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  let buckets = 0;
  return {
    async createBucket() {
      buckets += 1;
      const bucket = `bucket-${buckets}`;
      await new S3mini({
        ...access,
        endpoint: `${endpoint}/${bucket}`,
        fetch: fetch as unknown as typeof globalThis.fetch,
      }).createBucket();
      return { ...access, bucket, prefix: 'rigsmith/files', endpoint, pathStyle: true };
    },
    named: (place) => ({ ...place, endpoint: `http://s3.test.amazonaws.com:${port}`, pathStyle: false }),
    fail(how) {
      failing = how;
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
