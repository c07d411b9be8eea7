import { SetupError } from '../../base/errors.js';

export type S3Place = {
  bucket: string;
  /** Folder in the bucket without slashes at its ends; empty for the bucket itself. */
  prefix: string;
  /** The address of the server, as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `https://host/bucket` instead of `https://bucket.host`; what servers of one's own expect. */
  pathStyle: boolean;
};

/** Environment names as in Amazon's own tools, so that existing credentials work. */
export type S3Settings = {
  endpoint?: string | undefined;
  region?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  pathStyle?: boolean | undefined;
};

/** Whether files are kept on S3: `ARTIFACTS` names a folder otherwise. `readS3Place` refuses other addresses. */
export const isS3 = (artifacts: string): boolean => /^s3:|^[a-z][a-z\d+.-]*:\/\//i.test(artifacts);

/**
 * Reads an address such as `s3://bucket/prefix`.
 * @throws SetupError when it is not such an address, or a credential is missing
 */
export function readS3Place(address: string, settings: S3Settings): S3Place {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 's3:' || url.hostname === '')
    throw new SetupError(`ARTIFACTS must be a folder or an address such as s3://bucket/prefix.`);
  const { region = 'us-east-1', accessKeyId, secretAccessKey, pathStyle } = settings;
  if (!accessKeyId || !secretAccessKey)
    throw new SetupError('ARTIFACTS on S3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  return {
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\/+|\/+$/g, ''),
    endpoint: settings.endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId,
    secretAccessKey,
    pathStyle: pathStyle ?? settings.endpoint !== undefined,
  };
}
