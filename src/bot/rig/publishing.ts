import { AppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { RigJob } from './rows.js';
import type { Shares } from './shares.js';

/** A rig with the address of its public page; null while it has none. */
export type Published = { job: RigJob; url: string | null };

const largestPicture = 5_000_000;
/** Pictures for previews of links, by rig and clip. They never change. */
const mostKept = 20;

/**
 * Gives a rig a public page when its member wants that.
 * @param deps.pageUrl URL of public pages, without the token
 */
export function createPublishing(deps: {
  shares: Shares;
  own: (memberId: string, id: string) => Promise<RigJob>;
  /** Reads the current status with fresh links from the service. */
  follow: (job: RigJob) => Promise<RigJob>;
  download: (url: string, maxBytes: number) => Promise<Uint8Array>;
  pageUrl: string;
}) {
  const { shares, own, follow, download, pageUrl } = deps;
  const urlOf = (token: string | null) => (token === null ? null : `${pageUrl}/${token}`);
  const films = new Map<string, Buffer>();

  return {
    async published(memberId: string, id: string): Promise<Published> {
      return { job: await own(memberId, id), url: urlOf(await shares.of(id)) };
    },
    async publish(memberId: string, id: string): Promise<Published> {
      const job = await own(memberId, id);
      if (!job.generation.output) throw new AppError('not_found', reason('rig.error.page_not_found'));
      return { job, url: urlOf(await shares.publish(id)) };
    },
    async withdraw(memberId: string, id: string): Promise<Published> {
      const job = await own(memberId, id);
      await shares.withdraw(id);
      return { job, url: null };
    },
    /** The turntable as a GIF, because not every program that previews links plays WebP; else the still picture. */
    async film(job: RigJob): Promise<Buffer> {
      const key = `${job.id}/${job.generation.output?.clip ?? ''}`;
      const known = films.get(key);
      if (known) return known;
      const { output } = (await follow(job).catch(() => job)).generation;
      const url = output?.turntable_url ?? output?.preview_url;
      if (!url) throw new AppError('not_found', reason('rig.error.page_not_found'));
      const { default: sharp } = await import('sharp'); // only for links that members post
      const film = await sharp(await download(url, largestPicture), { animated: true })
        .gif()
        .toBuffer();
      films.set(key, film);
      for (const oldest of [...films.keys()].slice(0, films.size - mostKept)) films.delete(oldest);
      return film;
    },
  };
}
