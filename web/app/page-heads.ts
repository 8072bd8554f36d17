import type { PublicPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'

export interface PageHead {
  /** Shown before the product's name. */
  title: string
  description: string
}

/** The titles and descriptions of the public pages. Search engines and link previews show them. */
export const PUBLIC_HEADS: Record<PublicPage, PageHead> = {
  '/': { title: 'Start with what you share', description: PRODUCT.description },
  '/auth': { title: 'Log in or register', description: PRODUCT.description },
  '/talk-to-strangers': {
    title: 'Talk to strangers who share your interests',
    description:
      'Talk to strangers one to one, matched by what you both care about. It is anonymous and free, without photos, and you can leave with one press.',
  },
  '/random-chat': {
    title: 'Random chat with something in common',
    description:
      'Chance picks the person you meet, and your interests pick what you talk about. The chat is free and runs in your browser.',
  },
  '/find-friends': {
    title: 'Find friends by what you love',
    description:
      'Find friends through shared interests. Say what you are looking for, chat one to one, and go on tomorrow where you stopped.',
  },
  '/friend-finder': {
    title: 'A friend finder that starts with your interests',
    description:
      'Name your interests and chat with someone who shares them. No rankings, no photos, no feed. You can report and block in every chat.',
  },
  '/faq': {
    title: 'Questions and answers',
    description:
      'How matching works, what others can see, what Premium costs, how to get a refund, how to stay safe, and how to delete your data.',
  },
  '/about': {
    title: 'About us',
    description:
      'Why two people with a rare interest in common have the best chats, and how we build for that: anonymous, calm and open.',
  },
  '/terms': {
    title: 'Terms & Conditions',
    description:
      'Our terms of use: who may use it, how payments and refunds work, what stays yours, and what is not allowed.',
  },
  '/privacy': {
    title: 'Privacy Policy',
    description: 'What we keep about you, why and for how long, who sees it, and how to delete it.',
  },
  '/contact': {
    title: 'Contact',
    description: 'How to write to us, how soon we answer, and what to do if someone bothers you.',
  },
  '/refund-policy': {
    title: 'Refund Policy',
    description: 'When you can ask for a refund, how long it takes, and how you get your money back.',
  },
  '/cancellation-policy': {
    title: 'Cancellation Policy',
    description:
      'You can cancel Premium at any time and keep it until it ends. See how, and what happens to your account.',
  },
}

/** The other pages have only a title. */
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
  '/unsubscribe': 'Emails about missed messages',
  '/location-debug': 'Location test',
  '/privacy-centre': 'Privacy centre',
  '/safety-centre': 'Safety centre',
  '/admin': 'Admin panel',
}
