/** The brand. Operators edit it here; everything else derives from it. */
export const PRODUCT = {
  name: 'Rapport',
  slug: 'rapport',
  tagline: 'Start with what you share.',
  description: 'Talk one to one, mostly anonymously, with someone who cares about the same things.',
  supportEmail: 'support@rapport.example',
  minimumAge: 18,
  privacyPolicyDate: 'March 18, 2025',
  refundPolicyDate: 'December 15, 2024',
} as const
