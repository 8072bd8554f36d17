import { LIMITS } from '#schema/limits.ts'
import type { LandingPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { FREE_HISTORY, REMATCH_MINUTES } from '../facts-for-texts.ts'

export interface LandingText {
  headline: string
  lede: string
  /** The interest shown where the two circles of the picture overlap. */
  shared: string
  features: readonly { title: string; text: string }[]
  questions: readonly { question: string; answer: string }[]
}

const ANONYMOUS = {
  question: 'Will they know who I am?',
  answer:
    'They see the name you choose, your age, your gender, your interests and what you are looking for. They never see your email, your phone number or where you are.',
}
const COST = {
  question: 'What does it cost?',
  answer:
    'Chatting is free. Premium adds the list of your chats, your whole history, people nearby and a gender filter. You can buy it by the day.',
}
const AGE = {
  question: 'Who can use it?',
  answer: `Adults only. You must be at least ${PRODUCT.minimumAge} years old. We close the account of anyone younger.`,
}

export const LANDING_TEXTS: Record<LandingPage, LandingText> = {
  '/talk-to-strangers': {
    headline: 'Talk to strangers who care about the same things.',
    lede: 'Don’t just meet the next person in line. Meet someone who also keeps bees, reads Urdu poetry or fixes old cameras.',
    shared: 'Old cameras',
    features: [
      {
        title: 'Matched by interests',
        text: 'A rare interest counts for more than a popular one. So you have something to talk about from the start.',
      },
      {
        title: 'One to one',
        text: 'Just two people. No audience and no likes. No other member can read your chat.',
      },
      {
        title: 'Leave when you like',
        text: 'Press Find Another and move on at once. The other person isn’t told why.',
      },
    ],
    questions: [
      {
        question: 'How do I start?',
        answer: `Register with your email and up to ${LIMITS.interests.max} interests. Verify your email. Then press Find Match.`,
      },
      ANONYMOUS,
      {
        question: 'What if someone is rude?',
        answer:
          'Press Report. The chat ends at once, you two will not meet again, and a moderator reads the messages.',
      },
      AGE,
    ],
  },
  '/random-chat': {
    headline: 'Random chat with something in common.',
    lede: 'Chance picks the person you meet. Your interests pick what you talk about.',
    shared: 'Night trains',
    features: [
      {
        title: 'No swiping',
        text: 'You don’t look through profiles. Press one button and chat with the person who fits you best right now.',
      },
      {
        title: 'The closest match first',
        text: 'We start with people who share a lot with you. While you wait, we look further, so you don’t wait long.',
      },
      {
        title: 'In your browser',
        text: 'There is nothing to install. It works on your phone, with a keyboard and with a screen reader.',
      },
    ],
    questions: [
      {
        question: 'Is it really random?',
        answer:
          'In part. You meet the person who shares most with you. Who that is depends on who is waiting when you search.',
      },
      {
        question: 'Can I meet the same person again?',
        answer: `Not within ${REMATCH_MINUTES} minutes, unless no one else is waiting. With Premium, the chat stays in your list and you can go on later.`,
      },
      ANONYMOUS,
      COST,
    ],
  },
  '/find-friends': {
    headline: 'Find friends who love what you love.',
    lede: 'Friendship often starts with "You too?" We help you find that person.',
    shared: 'Film photography',
    features: [
      {
        title: 'Say what you want',
        text: 'Friendship, dating, networking or just a casual chat. The other person sees it from the start.',
      },
      {
        title: 'Messages wait for you',
        text: 'When a friend writes while you are away, a notification takes you back to the chat. Premium keeps a list of all your chats.',
      },
      {
        title: 'Near you, if you want',
        text: 'With Premium, you can see who is nearby. They see your city, never where you are.',
      },
    ],
    questions: [
      {
        question: 'Do I need a photo?',
        answer: 'No, there are no photos. People see two colours and the name you choose.',
      },
      {
        question: 'How do I keep in touch?',
        answer: `With Premium, open the person in Recent Conversations. ${FREE_HISTORY}`,
      },
      COST,
      AGE,
    ],
  },
  '/friend-finder': {
    headline: 'A friend finder that starts with your interests.',
    lede: `Name up to ${LIMITS.interests.max} interests. We find people who share them.`,
    shared: 'Fermentation',
    features: [
      {
        title: `Up to ${LIMITS.interests.max} interests`,
        text: 'Pick from the list or write your own. Unusual interests lead to the best matches.',
      },
      {
        title: 'No one is ranked',
        text: 'There are no scores, no followers and no feed. Everyone starts the same.',
      },
      {
        title: 'Safe by default',
        text: 'You can report or block with one press in every chat. Both are free for everyone.',
      },
    ],
    questions: [
      {
        question: 'How many people are there?',
        answer:
          'Your home screen shows how many people are online right now and share one of your interests. The number changes all the time.',
      },
      {
        question: 'Can I filter by gender?',
        answer: 'Yes, with Premium. The filter works both ways.',
      },
      ANONYMOUS,
      COST,
    ],
  },
}
