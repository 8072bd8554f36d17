import { LIMITS } from '#schema/limits.ts'
import type { LandingPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { FREE_HISTORY, REMATCH_MINUTES } from '../facts-for-texts.ts'

export interface LandingText {
  headline: string
  lede: string
  /** What the two circles of its picture hold. */
  shared: string
  features: readonly { title: string; text: string }[]
  questions: readonly { question: string; answer: string }[]
}

const ANONYMOUS = {
  question: 'Will they know who I am?',
  answer:
    'They see the name you choose, your age, gender, interests and what you are looking for. Never your email, your phone number or where you are.',
}
const COST = {
  question: 'What does it cost?',
  answer:
    'Talking is free. Premium adds the list of your conversations, your whole history, people nearby and a gender filter. You can buy it by the day.',
}
const AGE = {
  question: 'Who may use it?',
  answer: `Adults, from ${PRODUCT.minimumAge}. Accounts of anybody younger are closed.`,
}

export const LANDING_TEXTS: Record<LandingPage, LandingText> = {
  '/talk-to-strangers': {
    headline: 'Talk to strangers who care about the same things.',
    lede: 'Not whoever is next in line. Somebody who also keeps bees, reads Urdu poetry or fixes old cameras.',
    shared: 'Old cameras',
    features: [
      {
        title: 'Matched by interests',
        text: 'A rare interest in common counts for more than a popular one, so the first line writes itself.',
      },
      {
        title: 'One to one',
        text: 'Two people, no audience, no likes. What is said stays between the two of you.',
      },
      {
        title: 'Leave when you like',
        text: 'Find Another takes you on at once. Nobody is told why.',
      },
    ],
    questions: [
      {
        question: 'How do I start?',
        answer: `Register with an email, name up to ${LIMITS.interests.max} interests, verify the email, press Find Match.`,
      },
      ANONYMOUS,
      {
        question: 'What if somebody is rude?',
        answer:
          'Press Report. The conversation ends at once, you two never meet again, and a person looks at what was said.',
      },
      AGE,
    ],
  },
  '/random-chat': {
    headline: 'Random chat, with the odds in your favour.',
    lede: 'Chance chooses whom you meet. Your interests choose what you meet over.',
    shared: 'Night trains',
    features: [
      {
        title: 'Seconds, not swipes',
        text: 'No profiles to leaf through. Press one button and talk to whoever fits best right now.',
      },
      {
        title: 'Closer first, wider later',
        text: 'The search begins with a strong overlap and widens as you wait, so you are never left standing.',
      },
      {
        title: 'In the browser',
        text: 'Nothing to install. It works on a phone, by keyboard and with a screen reader.',
      },
    ],
    questions: [
      {
        question: 'Is it really random?',
        answer:
          'Within what you share, yes. Of all who wait, you get the one with most in common; who that is depends on who is there.',
      },
      {
        question: 'Can I meet the same person again?',
        answer: `Not within ${REMATCH_MINUTES} minutes, unless nobody else is there. With Premium, the conversation stays in your list, and you can go on later.`,
      },
      ANONYMOUS,
      COST,
    ],
  },
  '/find-friends': {
    headline: 'Find friends by what you already love.',
    lede: 'Friendship starts with “you too?”. We only make it likelier.',
    shared: 'Film photography',
    features: [
      {
        title: 'Say what you look for',
        text: 'Friendship, dating, networking or just a casual chat. The other person sees it from the start.',
      },
      {
        title: 'Messages that wait',
        text: 'When a friend writes while you are away, a notification leads you back to the chat. Premium keeps a list of all your conversations.',
      },
      {
        title: 'Near you, if you want',
        text: 'With premium you see who is around. They see your city, never where you are.',
      },
    ],
    questions: [
      {
        question: 'Do I need a photo?',
        answer: 'There are none. You are two colours and a name, until you decide to tell more.',
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
    headline: 'A friend finder that begins with common ground.',
    lede: `Name up to ${LIMITS.interests.max} interests. The overlap does the rest.`,
    shared: 'Fermentation',
    features: [
      {
        title: `${LIMITS.interests.max} interests, your words`,
        text: 'Pick from the list or write your own. The odder, the better the match.',
      },
      {
        title: 'Nobody is ranked',
        text: 'No scores, no followers, no feed. Everybody starts even.',
      },
      {
        title: 'Safe by default',
        text: 'Report and block are one press away in every chat, and free for everybody.',
      },
    ],
    questions: [
      {
        question: 'How many people are there?',
        answer:
          'The home screen counts who is online with an interest of yours at this moment. It is a count, not a promise.',
      },
      {
        question: 'Can I filter by gender?',
        answer: 'With premium, yes. It is honoured on both sides.',
      },
      ANONYMOUS,
      COST,
    ],
  },
}
