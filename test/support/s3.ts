import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import S3rver from 's3rver';
import { fetch } from 'undici';
import type { S3Place } from '../../src/service/storage/place.js';
import { isSigned } from './s3-signature.js';

export type S3Server = {
  /** A new, empty bucket. */
  createBucket(): Promise<S3Place>;
  stop(): Promise<void>;
};

type Context = { req: IncomingMessage; status: number; body: string };
/** s3rver is a Koa application, which its types don't say. */
type KoaApp = { middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[] };

const access = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Starts a local S3 server with files in a temporary folder. It refuses what is not signed, as s3rver does not. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory });
  (server as unknown as KoaApp).middleware.unshift(async (context, next) => {
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
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
