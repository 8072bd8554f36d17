import type { PublicPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'

export interface PageHead {
  /** Before the product's name. */
  title: string
  description: string
}

/** Of what everybody may read: shown by search engines and wherever a link is shared. */
export const PUBLIC_HEADS: Record<PublicPage, PageHead> = {
  '/': { title: 'Start with what you share', description: PRODUCT.description },
  '/auth': { title: 'Log in or register', description: PRODUCT.description },
  '/talk-to-strangers': {
    title: 'Talk to strangers who share your interests',
    description:
      'Talk to strangers one to one, matched by what you both care about. Anonymous, free, without photos, and one press away from leaving.',
  },
  '/random-chat': {
    title: 'Random chat with somebody who gets it',
    description:
      'A random chat with the odds in your favour: chance chooses whom you meet, your interests choose what you meet over. In the browser, free.',
  },
  '/find-friends': {
    title: 'Find friends by what you love',
    description:
      'Find friends through shared interests. Say what you look for, talk one to one, and go on tomorrow where you stopped.',
  },
  '/friend-finder': {
    title: 'A friend finder that begins with common ground',
    description:
      'Name your interests and talk to someone who shares them. No rankings, no photos, no feed; report and block in every chat.',
  },
  '/faq': {
    title: 'Questions and answers',
    description:
      'How matching works, what others see of you, what premium costs and opens, refunds, safety, and how to have your data deleted.',
  },
  '/about': {
    title: 'About us',
    description:
      'Why two people with one rare thing in common talk better than a crowd, and how we build for that: anonymous, calm, and open.',
  },
  '/terms': {
    title: 'Terms & Conditions',
    description:
      'The terms of use: who may use it, payments and refunds, what is yours, what is not allowed.',
  },
  '/privacy': {
    title: 'Privacy Policy',
    description: 'What we keep about you, why, for how long, who sees it, and how to have it deleted.',
  },
  '/contact': {
    title: 'Contact',
    description: 'Write to us: our hours, how soon we answer, and what to do when someone troubles you.',
  },
  '/refund-policy': {
    title: 'Refund Policy',
    description: 'Until when you can ask for a refund, how long it takes, and how it comes back to you.',
  },
  '/cancellation-policy': {
    title: 'Cancellation Policy',
    description:
      'Cancel premium at any time and keep it until its end. How, and what happens to your account.',
  },
}

/** The others have a title alone. */
export const FURTHER_TITLES: Record<string, string> = {
  '/pricing': 'Choose Your Plan',
  '/payment/success': 'Your payment',
  '/payment/cancel': 'Payment cancelled',
  '/verify': 'Verifying your email',
  '/verification-complete': 'Email verification',
  '/email-verified': 'Email verified',
  '/verification-failed': 'Verification failed',
  '/not-me': 'Remove a registration',
  '/open-app': 'Open the desktop app',
  '/password-reset': 'Reset your password',
  '/password-reset-confirm': 'Choose a new password',
  '/password/change-after-reset': 'Choose a new password',
  '/password/reset': 'Reset your password',
  '/reset-password': 'Reset your password',
  '/password/reset-success': 'Password reset',
  '/password/reset-failed': 'Password reset failed',
  '/unsubscribe': 'Mails about missed messages',
  '/location-debug': 'Location test',
  '/privacy-centre': 'Privacy centre',
  '/safety-centre': 'Safety centre',
  '/admin': 'Admin panel',
}
