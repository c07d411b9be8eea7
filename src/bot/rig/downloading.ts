import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import type { Service } from '../../client/session.js';
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

/** A file that Discord does not take is only linked. */
const tooLarge = (error: unknown): null => {
  if (isAppError(error, 'too_large')) return null;
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

  /** Links of the service expire, so they are read again; a service that does not answer may still have the file. */
  const current = (job: RigJob): Promise<RigJob> => follow(job).catch(() => job);

  /** @returns null while the service still makes the file */
  const linkTo = async (job: RigJob, format: string, avatar: Avatar): Promise<string | null> => {
    if (format === 'glb') return modelOf(job);
    const clip = job.generation.output?.clip;
    const isMoving = format === 'bvh' || format === 'usdz';
    const { body: file } = await serviceOf(job).call(convertGeneration, {
      params: { generation_id: job.id },
      body: { format, ...(isMoving && clip !== undefined && { clip }), ...(format === 'vrm' && avatar) },
    });
    return 'url' in file ? file.url : null;
  };

  /** @param onWait called once if the service needs longer than it answers */
  const waitFor = async (
    job: RigJob,
    format: string,
    avatar: Avatar,
    onWait: () => Promise<unknown>,
  ): Promise<string> => {
    const latest = clock.now() + mostWaitMs;
    for (let asked = 1; ; asked += 1) {
      const url = await linkTo(job, format, avatar);
      if (url !== null) return url;
      if (clock.now() >= latest) throw new AppError('rate_limited', reason('rig.error.file_late'));
      if (asked === 1) await onWait();
      await clock.sleep(askAgainMs);
    }
  };

  return {
    /**
     * A file as an attachment where Discord takes it, else as a link.
     * @param choice a format, for a VRM with its licence: `vrm/cc-by`
     * @param onWait called once if the file takes long
     * @throws AppError `not_found` when the file is gone
     */
    async download(
      { id: memberId, name: author }: { id: string; name: string },
      id: string,
      choice: string,
      uploadLimit: number,
      onWait: (format: string) => Promise<unknown>,
    ): Promise<DownloadedFile> {
      const job = await current(await own(memberId, id));
      const [format = '', license = ''] = choice.split('/');
      if (!job.generation.output) throw new AppError('not_found', reason('rig.error.not_yours'));
      const avatar = { license: licenseOf(license), author };
      const url = await waitFor(job, format, avatar, () => onWait(format));
      const bytes = await http.download(url, Math.max(1, uploadLimit - roomForCard)).catch(tooLarge);
      return { job, format, name: `${fileStem(job.generation)}.${format}`, url, bytes };
    },
    /** A fresh link to the GLB. @throws AppError `not_found` */
    linkToModel: async (job: RigJob): Promise<string> => modelOf(await current(job)),
    /**
     * A file for the page of a rig.
     * @returns null while the service still makes it
     * @throws AppError `not_found`, `too_large`
     */
    async readFile(job: RigJob, format: string): Promise<Uint8Array | null> {
      const url = await linkTo(await current(job), format, { license: 'owner' });
      return url === null ? null : http.download(url, largestShown);
    },
  };
}

function modelOf({ generation }: RigJob): string {
  const glb = generation.output?.files.find(({ format }) => format === 'glb');
  if (!glb) throw new AppError('not_found', reason('rig.error.no_model'));
  return glb.url;
}

type Avatar = { license: (typeof licenses)[number]; author?: string };
const licenses = ['owner', 'cc-by', 'cc0'] as const;
const licenseOf = (text: string) => licenses.find((one) => one === text) ?? 'owner';
