/**
 * The brand. Operators edit it here; everything else derives from it. `i18n` marks the texts that the catalogues
 * translate, by their English text: an edited one is shown as it is until `npm run texts` and a translation.
 */
export const PRODUCT = {
  name: 'Rapport',
  slug: 'rapport',
  tagline: /*i18n*/ 'Start with what you share.',
  description: /*i18n*/ 'Talk one to one, mostly anonymously, with someone who cares about the same things.',
  supportEmail: 'support@rapport.example',
  minimumAge: 18,
  privacyPolicyDate: 'March 18, 2025',
  refundPolicyDate: 'December 15, 2024',
} as const
