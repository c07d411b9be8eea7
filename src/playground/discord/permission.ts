/** @see https://discord.com/developers/docs/topics/permissions */
export const Permission = {
  KickMembers: 1n << 1n,
  BanMembers: 1n << 2n,
  Administrator: 1n << 3n,
  ManageChannels: 1n << 4n,
  ManageGuild: 1n << 5n,
  AddReactions: 1n << 6n,
  ViewAuditLog: 1n << 7n,
  ViewChannel: 1n << 10n,
  SendMessages: 1n << 11n,
  ManageMessages: 1n << 13n,
  EmbedLinks: 1n << 14n,
  AttachFiles: 1n << 15n,
  ReadMessageHistory: 1n << 16n,
  MentionEveryone: 1n << 17n,
  UseExternalEmojis: 1n << 18n,
  ChangeNickname: 1n << 26n,
  ManageNicknames: 1n << 27n,
  ManageRoles: 1n << 28n,
  ManageWebhooks: 1n << 29n,
  UseApplicationCommands: 1n << 31n,
  ManageThreads: 1n << 34n,
  CreatePublicThreads: 1n << 35n,
  CreatePrivateThreads: 1n << 36n,
  SendMessagesInThreads: 1n << 38n,
  ModerateMembers: 1n << 40n,
  SendPolls: 1n << 49n,
  PinMessages: 1n << 51n,
} as const;

export const ALL_PERMISSIONS = (1n << 53n) - 1n;

const P = Permission;

/** Permissions of @everyone in the playground's guild. */
export const MEMBER_PERMISSIONS =
  P.ViewChannel |
  P.SendMessages |
  P.AddReactions |
  P.EmbedLinks |
  P.AttachFiles |
  P.ReadMessageHistory |
  P.UseExternalEmojis |
  P.ChangeNickname |
  P.UseApplicationCommands |
  P.CreatePublicThreads |
  P.SendMessagesInThreads |
  P.SendPolls;

export const MODERATOR_PERMISSIONS =
  P.ManageGuild |
  P.ModerateMembers |
  P.ManageMessages |
  P.PinMessages |
  P.ManageThreads |
  P.KickMembers |
  P.BanMembers;

/** Default permissions of an invited bot: enough to talk in channels and threads, none to moderate. */
export const BOT_PERMISSIONS =
  P.ViewChannel |
  P.SendMessages |
  P.SendMessagesInThreads |
  P.CreatePublicThreads |
  P.CreatePrivateThreads |
  P.AttachFiles |
  P.EmbedLinks |
  P.ReadMessageHistory;

export const has = (permissions: bigint, wanted: bigint): boolean =>
  (permissions & P.Administrator) !== 0n || (permissions & wanted) === wanted;
