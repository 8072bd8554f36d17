import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'
import { FREE_HISTORY, REMATCH_MINUTES, rangeOf } from '../facts-for-texts.ts'

export interface Question {
  question: string
  answer: string
}

const { name, minimumAge } = PRODUCT
const { general, technical, urgent } = POLICY.answerHours
const { weekdays, saturday } = POLICY.openingHours

const RUPEES = currencyFor({ country: null, timezone: null })
const PRICES = PLANS.map((plan) => `${formatAmount(amountOf(plan, RUPEES), RUPEES)} ${plan.interval}`).join(
  ', ',
)

/** What people ask, in the order in which they come to ask it. */
export const FAQ: readonly { id: string; title: string; questions: readonly Question[] }[] = [
  {
    id: 'starting',
    title: 'Starting',
    questions: [
      {
        question: `What is ${name}?`,
        answer:
          'A place where two adults with something in common talk, one to one. You name your interests, press Find Match, and talk to whoever shares most with you at that moment.',
      },
      {
        question: 'Who may use it?',
        answer: `Adults. You must be at least ${minimumAge} years old; accounts of anybody younger are closed.`,
      },
      {
        question: 'Why do I have to verify my email?',
        answer:
          'So that an account costs a little effort. It keeps out most of those who come only to trouble others. The address is never shown to anybody.',
      },
      {
        question: 'Do I need to install anything?',
        answer: 'No. It runs in the browser, on a phone as well, and can be put on the home screen.',
      },
    ],
  },
  {
    id: 'matching',
    title: 'Matching',
    questions: [
      {
        question: 'How am I matched?',
        answer:
          'By shared interests, and a rare one in common counts for more than a popular one. What you look for comes next. The search begins with a strong overlap and widens while you wait.',
      },
      {
        question: 'What if nobody shares my interests?',
        answer:
          'Then the search goes on to what you look for, and at last to anyone who waits. More interests, in your own words, make a match likelier.',
      },
      {
        question: 'Can I meet the same person again?',
        answer: `Not by chance within ${REMATCH_MINUTES} minutes, unless nobody else is there. Premium members can go on with a person from their list of conversations whenever both are free.`,
      },
      {
        question: 'Can I choose whom I meet?',
        answer:
          'Premium members can filter by gender, which is honoured on both sides, and see people nearby who let themselves be found.',
      },
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy',
    questions: [
      {
        question: 'What do others see of me?',
        answer:
          'The name you choose, your age, gender, interests and what you look for. Never your email, your phone number or where you are. There are no photos.',
      },
      {
        question: 'What does “nearby” tell about me?',
        answer: `Your city and state, and only when you turn it on. Your position is rounded to about ${POLICY.positionKilometres} km before it is stored, and never leaves the server.`,
      },
      {
        question: 'How long do you keep my conversations?',
        answer: `Each message until its writer deletes the account. ${FREE_HISTORY} Premium members see the list and all of their messages. Clearing a conversation empties your side of it.`,
      },
      {
        question: 'How do I have my data deleted?',
        answer: `In your settings, under Privacy centre, where you can also download it. It is erased after ${RETENTION.erasureDays} days, in which you can change your mind; only what the law makes us keep stays, for up to ${RETENTION.essentialMonths} months.`,
      },
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    questions: [
      {
        question: 'What if somebody is rude, or worse?',
        answer:
          'Press Report. The conversation ends at once, you two never meet again, and a person looks at what was said. You can also block somebody without a report, and leave at any moment without a reason.',
      },
      {
        question: 'What should I not tell a stranger?',
        answer:
          'Your full name, your address, where you work, and anything about money. Nobody who means well needs them on the first evening.',
      },
      {
        question: 'Somebody asks me for money. What now?',
        answer: 'Report them. However sad the story is, it is a story.',
      },
    ],
  },
  {
    id: 'premium',
    title: 'Premium and payments',
    questions: [
      {
        question: 'What does premium open?',
        answer: `The list of your conversations with your whole history, people nearby, a gender filter, as many conversations as you like, and priority in matching and support.`,
      },
      {
        question: 'What does it cost?',
        answer: `In rupees: ${PRICES}; elsewhere the same in your currency. You pay once for the time you choose, and it does not renew by itself.`,
      },
      {
        question: 'How do I pay?',
        answer:
          'In rupees by card or UPI, in other currencies with PayPal. Both on the provider’s own page: we never see a card number.',
      },
      {
        question: 'How do I cancel?',
        answer:
          'In Settings, under Premium. You keep what you paid for until its end, and can come back at any time.',
      },
      {
        question: 'Can I have my money back?',
        answer: `Ask within ${POLICY.refundRequestDays} days. An approved refund goes back the way it came and takes ${rangeOf(POLICY.refundBusinessDays)} business days. After ${POLICY.refundLatestDays} days no payment is refunded.`,
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    questions: [
      {
        question: 'I forgot my password.',
        answer: `Ask for a reset with your email. The mail holds a link and a code; either works once, for ${POLICY.resetMailMinutes} minutes.`,
      },
      {
        question: 'I closed or deleted my account and want it back.',
        answer: `Log in. A closed account comes back with everything in it within ${RETENTION.closedMonths} months, a deleted one within ${RETENTION.erasureDays} days.`,
      },
      {
        question: 'When does support answer?',
        answer: `General questions within ${rangeOf(general)} hours, technical problems within ${rangeOf(technical)}, urgent ones about safety or payments within ${rangeOf(urgent)}. We are there Monday to Friday ${rangeOf(weekdays)} and Saturday ${rangeOf(saturday)}, India time.`,
      },
    ],
  },
]
