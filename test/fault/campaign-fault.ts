/**
 * The campaign itself broke, could not run, or asked for what the service rightly refuses. It says nothing about the
 * product, so it is reported apart from a finding.
 */
export class CampaignFault extends Error {
  override readonly name = 'CampaignFault';
}
