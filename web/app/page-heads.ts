import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PublicPage } from '#schema/pages.ts'

export interface PageHead {
  /** Shown before the product's name. */
  title: MessageDescriptor
  /** The product's description by default. */
  description?: MessageDescriptor
}

/** The titles and descriptions of the public pages. Search engines and link previews show them. */
export const PUBLIC_HEADS: Record<PublicPage, PageHead> = {
  '/': { title: msg`Start with what you share` },
  '/auth': { title: msg`Log in or register` },
  '/register': {
    title: msg`Create your account`,
    description: msg`Start with one interest, choose the name that people see, and verify your email. It is free, without photos, for adults.`,
  },
  '/talk-to-strangers': {
    title: msg`Talk to strangers who share your interests`,
    description: msg`Talk to strangers one to one, matched by what you both care about. It is anonymous and free, without photos, and you can leave with one press.`,
  },
  '/random-chat': {
    title: msg`Random chat with something in common`,
    description: msg`Chance picks the person you meet, and your interests pick what you talk about. The chat is free and runs in your browser.`,
  },
  '/find-friends': {
    title: msg`Find friends by what you love`,
    description: msg`Find friends through shared interests. Say what you are looking for, chat one to one, and go on tomorrow where you stopped.`,
  },
  '/friend-finder': {
    title: msg`A friend finder that starts with your interests`,
    description: msg`Name your interests and chat with someone who shares them. No rankings, no photos, no feed. You can report and block in every chat.`,
  },
  '/faq': {
    title: msg`Questions and answers`,
    description: msg`How matching works, what others can see, what Premium costs, how to get a refund, how to stay safe, and how to delete your data.`,
  },
  '/about': {
    title: msg`About us`,
    description: msg`Why two people with a rare interest in common have the best chats, and how we build for that: anonymous, calm and open.`,
  },
  '/terms': {
    title: msg`Terms & Conditions`,
    description: msg`Our terms of use: who may use it, how payments and refunds work, what stays yours, and what is not allowed.`,
  },
  '/privacy': {
    title: msg`Privacy Policy`,
    description: msg`What we keep about you, why and for how long, who sees it, and how to delete it.`,
  },
  '/contact': {
    title: msg`Contact`,
    description: msg`How to write to us, how soon we answer, and what to do if someone bothers you.`,
  },
  '/refund-policy': {
    title: msg`Refund Policy`,
    description: msg`When you can ask for a refund, how long it takes, and how you get your money back.`,
  },
  '/cancellation-policy': {
    title: msg`Cancellation Policy`,
    description: msg`You can cancel Premium at any time and keep it until it ends. See how, and what happens to your account.`,
  },
}

/** The other pages have only a title. */
export const FURTHER_TITLES: Record<string, MessageDescriptor> = {
  '/pricing': msg`Choose Your Plan`,
  '/payment/success': msg`Your payment`,
  '/payment/cancel': msg`Payment cancelled`,
  '/verify': msg`Verifying your email`,
  '/verification-complete': msg`Email verification`,
  '/email-verified': msg`Email verified`,
  '/verification-failed': msg`Verification failed`,
  '/not-me': msg`Remove a registration`,
  '/open-app': msg`Open the desktop app`,
  '/password-reset': msg`Reset your password`,
  '/password-reset-confirm': msg`Choose a new password`,
  '/password/change-after-reset': msg`Choose a new password`,
  '/password/reset': msg`Reset your password`,
  '/reset-password': msg`Reset your password`,
  '/password/reset-success': msg`Password reset`,
  '/password/reset-failed': msg`Password reset failed`,
  '/unsubscribe': msg`Emails about missed messages`,
  '/location-debug': msg`Location test`,
  '/privacy-centre': msg`Privacy centre`,
  '/safety-centre': msg`Safety centre`,
  '/admin': msg`Admin panel`,
}
