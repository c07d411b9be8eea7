import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import type { Service } from '../../client/session.js';
import type { BodyInput } from '../../contract/endpoint.js';
import { convertGeneration } from '../../contract/rig-download.js';
import { reason } from '../../copy/reason.js';
import { fileStem } from './naming.js';
import type { RigJob } from './rows.js';

/** A file of a finished rig in the format that its member chose. */
export type DownloadedFile = {
  job: RigJob;
  format: string;
  name: string;
  url: string;
  bytes: Uint8Array | null;
};

/** Discord also counts the rest of the message. */
const roomForCard = 500_000;
/** The limit for a file on the page of a rig. */
const largestShown = 50_000_000;

/** A service that answers before a file is ready is asked again. Discord takes an answer for fifteen minutes. */
const askAgainMs = 1_000;
const mostWaitMs = 10 * 60_000;

const tooLarge = (error: unknown): null => {
  if (isAppError(error, 'too_large') || isAppError(error, 'not_found')) return null;
  throw error;
};

/** Gives members their rigs in other formats. */
export function createDownloading(deps: {
  own: (memberId: string, id: string) => Promise<RigJob>;
  /** Reads the current status with fresh links from the service. */
  follow: (job: RigJob) => Promise<RigJob>;
  serviceOf: (job: RigJob) => Pick<Service, 'call'>;
  http: Pick<Http, 'download'>;
  clock: Clock;
}) {
  const { own, follow, serviceOf, http, clock } = deps;

  /** @param onWait called once if the service needs longer than it answers */
  const convert = async (
    job: RigJob,
    body: BodyInput<typeof convertGeneration>,
    onWait: () => Promise<unknown>,
  ): Promise<string> => {
    const latest = clock.now() + mostWaitMs;
    for (let asked = 1; ; asked += 1) {
      const { body: file } = await serviceOf(job).call(convertGeneration, {
        params: { generation_id: job.id },
        body,
      });
      if ('url' in file) return file.url;
      if (clock.now() >= latest) throw new AppError('rate_limited', reason('rig.error.file_late'));
      if (asked === 1) await onWait();
      await clock.sleep(askAgainMs);
    }
  };

  const addressOf = async (
    job: RigJob,
    format: string,
    avatar: { license: (typeof licenses)[number]; author?: string },
    onWait: () => Promise<unknown> = async () => undefined,
  ): Promise<string> => {
    const glb = job.generation.output?.files.find((file) => file.format === 'glb');
    if (format === 'glb') {
      if (!glb) throw new AppError('not_found', reason('rig.error.no_model'));
      return glb.url;
    }
    const clip = job.generation.output?.clip;
    const isMoving = format === 'bvh' || format === 'usdz';
    const body = { format, ...(isMoving && clip !== undefined && { clip }), ...(format === 'vrm' && avatar) };
    return convert(job, body, onWait);
  };

  /** A fresh link to a file for the page of a rig. @throws AppError `not_found` */
  const linkTo = async (job: RigJob, format: string): Promise<string> =>
    addressOf(await follow(job).catch(() => job), format, { license: 'owner' });

  return {
    /**
     * A file as an attachment where Discord takes it, else as a link.
     * @param choice a format, for a VRM with its licence: `vrm/cc-by`
     * @param onWait called once if the file takes long
     */
    async download(
      { id: memberId, name: author }: { id: string; name: string },
      id: string,
      choice: string,
      uploadLimit: number,
      onWait: (format: string) => Promise<unknown>,
    ): Promise<DownloadedFile> {
      const job = await own(memberId, id);
      const [format = '', license = ''] = choice.split('/');
      if (!job.generation.output) throw new AppError('not_found', reason('rig.error.not_yours'));
      const avatar = { license: licenseOf(license), author };
      const url = await addressOf(job, format, avatar, () => onWait(format));
      const bytes = await http.download(url, Math.max(1, uploadLimit - roomForCard)).catch(tooLarge);
      return { job, format, name: `${fileStem(job.generation)}.${format}`, url, bytes };
    },
    linkTo,
    /** A file for the page of a rig. @throws AppError `not_found`, `too_large` */
    readFile: async (job: RigJob, format: string): Promise<Uint8Array> =>
      http.download(await linkTo(job, format), largestShown),
  };
}

const licenses = ['owner', 'cc-by', 'cc0'] as const;
const licenseOf = (text: string) => licenses.find((one) => one === text) ?? 'owner';
