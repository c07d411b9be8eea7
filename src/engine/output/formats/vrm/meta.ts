import type { VrmLicense } from '../../../types.js';

/** Programs that open the file show name and author. */
export type VrmMeta = { name: string; author: string; license: VrmLicense };

const open = {
  avatarPermission: 'everyone',
  allowExcessivelyViolentUsage: true,
  allowExcessivelySexualUsage: true,
  commercialUsage: 'corporation',
  allowPoliticalOrReligiousUsage: true,
  allowAntisocialOrHateUsage: false,
  allowRedistribution: true,
  modification: 'allowModificationRedistribution',
} as const;

const permissions: Record<VrmLicense, object> = {
  owner: {
    avatarPermission: 'onlyAuthor',
    allowExcessivelyViolentUsage: false,
    allowExcessivelySexualUsage: false,
    commercialUsage: 'personalNonProfit',
    allowPoliticalOrReligiousUsage: false,
    allowAntisocialOrHateUsage: false,
    creditNotation: 'required',
    allowRedistribution: false,
    modification: 'prohibited',
  },
  'cc-by': {
    ...open,
    creditNotation: 'required',
    otherLicenseUrl: 'https://creativecommons.org/licenses/by/4.0/',
  },
  cc0: {
    ...open,
    creditNotation: 'unnecessary',
    otherLicenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
};

export const metaOf = ({ name, author, license }: VrmMeta): object => ({
  name,
  version: '1',
  authors: [author],
  licenseUrl: 'https://vrm.dev/licenses/1.0/',
  ...permissions[license],
});
