import type { Generation } from '../../contract/rig.js';

/** Parameters that a member often changes afterwards. */
export const variable = ['skeleton', 'style', 'proportions', 'detail'] as const;
export type Varied = (typeof variable)[number];

export type RigJob = {
  id: string;
  memberId: string;
  channelId: string;
  messageId: string;
  /** The language of the card; null for old rigs. */
  locale: string | null;
  /** Discord's upload limit in this channel, bytes; larger files are linked. */
  uploadLimit: number;
  /** The member asked for a ping, which was not sent yet. */
  owesPing: boolean;
  /** Only its member sees the card, for as long as Discord takes edits of it. */
  isPrivate: boolean;
  /** Its pictures are hidden until clicked. */
  hasSpoiler: boolean;
  /** Parameters of its pipeline that have buttons of their own. */
  varies: readonly Varied[];
  generation: Generation;
  /** The wallet that made it; null when unknown. */
  address: string | null;
  createdAt: number;
  deletedAt: number | null;
  /** URL of the public 3D page; null before the rig is stored. */
  viewUrl: string | null;
};

/** A rig that was just made, where nothing else is known. */
export const newJob = {
  owesPing: false,
  isPrivate: false,
  hasSpoiler: false,
  varies: [],
  deletedAt: null,
  viewUrl: null,
} satisfies Partial<RigJob>;

/** A rig that was made elsewhere, with the place of its card. */
export type Adopted = Omit<RigJob, 'id' | 'createdAt' | keyof typeof newJob>;

/** A row of `rig_job`. */
export type RigRow = {
  id: string;
  member_id: string;
  channel_id: string;
  message_id: string;
  locale: string | null;
  upload_limit: number;
  owes_ping: number;
  is_private: number;
  has_spoiler: number;
  varies: string;
  generation: string;
  address: string | null;
  request_id: string | null;
  created_at: number;
  deleted_at: number | null;
  page_token: string | null;
};

export type ReadRig = (row: RigRow) => RigJob;

/** @param pageUrl URL of the rig page, without the token in the fragment */
export const readRigWith =
  (pageUrl: string): ReadRig =>
  (row) => ({
    id: row.id,
    memberId: row.member_id,
    channelId: row.channel_id,
    messageId: row.message_id,
    locale: row.locale,
    uploadLimit: row.upload_limit,
    owesPing: row.owes_ping === 1,
    isPrivate: row.is_private === 1,
    hasSpoiler: row.has_spoiler === 1,
    varies: JSON.parse(row.varies) as Varied[],
    generation: JSON.parse(row.generation) as Generation,
    address: row.address,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    viewUrl: row.page_token && `${pageUrl}#${row.page_token}`,
  });
