/**
 * The campaign itself broke, could not run, or sent a request that the service rightly refuses. It proves nothing
 * about the product, so it is reported separately from a finding.
 */
export class CampaignFault extends Error {
  override readonly name = 'CampaignFault';
}
