import { i18n } from '@lingui/core'
import { PRODUCT } from '#schema/product.ts'
import { faqSections } from '../screens/faq/faq-texts.ts'

const { name, supportEmail } = PRODUCT
/** Search engines show only a few questions. */
const SHOWN_QUESTIONS = 6

/** Returns the structured data for search engines, which only / carries (spec §2). */
export const structuredData = (origin: string): object => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'WebApplication',
      '@id': `${origin}/#app`,
      name,
      description: i18n._(PRODUCT.description),
      url: `${origin}/`,
      applicationCategory: 'SocialNetworkingApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'INR' },
    },
    {
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
      contactPoint: { '@type': 'ContactPoint', email: supportEmail, contactType: 'customer support' },
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name,
      url: `${origin}/`,
      publisher: { '@id': `${origin}/#organization` },
    },
    {
      '@type': 'FAQPage',
      '@id': `${origin}/#faq`,
      mainEntity: faqSections()
        .flatMap(({ questions }) => questions)
        .slice(0, SHOWN_QUESTIONS)
        .map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
    },
  ],
})
