import { pageCopy } from '../../web/page/copy.js';
import { createPost } from '../../web/page/post.js';

/** The texts of the page, and the requests to its server. */
export const t = pageCopy<`rig.page.${string}` | `rig.body.name.${string}` | `page.${string}`>();

/** In the fragment, or in the path of a public page. */
export const token = location.hash.slice(1) || (location.pathname.split('/s/')[1] ?? '');

export const ask = createPost('/rig', token, t);
