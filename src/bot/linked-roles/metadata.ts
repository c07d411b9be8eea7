import { type APIApplicationRoleConnectionMetadata, ApplicationRoleConnectionMetadataType } from 'discord.js';
import { type Copy, defaultLocale } from '../../copy/copy.js';
import { translations } from '../interaction/translations.js';
import { type RoleValue, roleValues } from './values.js';

const types: Record<RoleValue, ApplicationRoleConnectionMetadataType> = {
  // Compared in days before now: at least so many days ago.
  linked_since: ApplicationRoleConnectionMetadataType.DatetimeGreaterThanOrEqual,
  characters: ApplicationRoleConnectionMetadataType.IntegerGreaterThanOrEqual,
  purchases: ApplicationRoleConnectionMetadataType.IntegerGreaterThanOrEqual,
};

/** What the bot tells Discord about a member. */
export type Values = Record<RoleValue, string>;

/** What a server can ask for, in every language of Discord. */
export const metadataRecords = (copy: Copy): APIApplicationRoleConnectionMetadata[] =>
  roleValues.map((key) => {
    const t = copy.for(defaultLocale);
    return {
      type: types[key],
      key,
      name: t(`linked_role.${key}.name`),
      name_localizations: translations(`linked_role.${key}.name`, copy),
      description: t(`linked_role.${key}.description`),
      description_localizations: translations(`linked_role.${key}.description`, copy),
    };
  });
