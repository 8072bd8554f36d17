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

/** The sections of the FAQ, in the order of a member's questions: before signing up, while chatting, about money. */
export const FAQ: readonly { id: string; title: string; questions: readonly Question[] }[] = [
  {
    id: 'starting',
    title: 'Getting started',
    questions: [
      {
        question: `What is ${name}?`,
        answer:
          'A place to chat one to one with someone who likes the same things as you. Name your interests and press Find Match. We connect you with the person who shares most with you right now.',
      },
      {
        question: 'Who can use it?',
        answer: `Adults only. You must be at least ${minimumAge} years old. We close the account of anyone younger.`,
      },
      {
        question: 'Why do I have to verify my email?',
        answer:
          'It keeps out most people who only come to cause trouble, because every account needs a real address. Other members never see your email.',
      },
      {
        question: 'Do I need to install anything?',
        answer: 'No. It runs in your browser, on your phone too. You can add it to your home screen.',
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
          'First we look at shared interests. A rare interest counts for more than a popular one. Then we look at what you both want from a chat. We start with people who share a lot with you, and look further while you wait.',
      },
      {
        question: 'What if no one shares my interests?',
        answer:
          'Then we match you by what you are looking for. After that, we match you with anyone who is waiting. To get better matches, add more interests in your own words.',
      },
      {
        question: 'Can I meet the same person again?',
        answer: `Not by chance within ${REMATCH_MINUTES} minutes, unless no one else is waiting. With Premium, you can chat again with a person in your list when you are both free.`,
      },
      {
        question: 'Can I choose who I meet?',
        answer:
          'With Premium, you can filter by gender. The filter works both ways. You can also see people nearby who chose to be found.',
      },
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy',
    questions: [
      {
        question: 'What can other people see?',
        answer:
          'They see the name you choose, your age, your gender, your interests and what you are looking for. They never see your email, your phone number or where you are. There are no photos.',
      },
      {
        question: 'What does “nearby” show about me?',
        answer: `It shows your city and state, and only when you turn it on. We round your position to about ${POLICY.positionKilometres} km before we store it. It never leaves our server.`,
      },
      {
        question: 'How long do you keep my chats?',
        answer: `We keep each message until the person who wrote it deletes their account. ${FREE_HISTORY} Premium members see their whole list and all their messages. If you clear a chat, it is empty only for you.`,
      },
      {
        question: 'How do I delete my data?',
        answer: `Open Settings, then Privacy centre. You can download your data there, too. We erase it after ${RETENTION.erasureDays} days, and you can change your mind until then. We keep only what the law makes us keep, for up to ${RETENTION.essentialMonths} months.`,
      },
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    questions: [
      {
        question: 'What if someone is rude, or worse?',
        answer:
          'Press Report. The chat ends at once, you two will not meet again, and a moderator reads the messages. You can also block someone without a report. And you can leave at any time, without a reason.',
      },
      {
        question: 'What should I keep to myself?',
        answer:
          'Your full name, your address, where you work, and anything about money. People who mean well don’t need these when you first meet.',
      },
      {
        question: 'Someone asks me for money. What should I do?',
        answer: 'Report them, and send nothing. Even a very sad story is most likely a trick.',
      },
    ],
  },
  {
    id: 'premium',
    title: 'Premium and payments',
    questions: [
      {
        question: 'What do I get with Premium?',
        answer:
          'The list of your chats with your whole history, people nearby, a gender filter, and as many chats as you like. You also come first in matching and support.',
      },
      {
        question: 'What does it cost?',
        answer: `In rupees: ${PRICES}. Elsewhere you pay the same in your own currency. You pay once for the time you choose. It does not renew by itself.`,
      },
      {
        question: 'How do I pay?',
        answer:
          'You pay by card or UPI in rupees, and with PayPal in other currencies. You always pay on the provider’s own page. We never see your card number.',
      },
      {
        question: 'How do I cancel?',
        answer:
          'Open Settings, then Premium. You keep what you paid for until it ends. You can come back at any time.',
      },
      {
        question: 'Can I get my money back?',
        answer: `Ask us within ${POLICY.refundRequestDays} days. If we approve it, the money goes back the way you paid. This takes ${rangeOf(POLICY.refundBusinessDays)} business days. After ${POLICY.refundLatestDays} days we refund no payment.`,
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    questions: [
      {
        question: 'I forgot my password. What now?',
        answer: `Ask for a reset with your email address. We send you a link and a code. Use either one: it works once, for ${POLICY.resetMailMinutes} minutes.`,
      },
      {
        question: 'I closed or deleted my account. Can I get it back?',
        answer: `Yes, just log in. You can do this for ${RETENTION.closedMonths} months after you closed it, and nothing is lost. If you asked us to delete it, you have ${RETENTION.erasureDays} days.`,
      },
      {
        question: 'When does support answer?',
        answer: `We answer general questions within ${rangeOf(general)} hours, and technical problems within ${rangeOf(technical)}. We answer urgent questions about safety or payments within ${rangeOf(urgent)}. We are here Monday to Friday, ${rangeOf(weekdays)}, and Saturday, ${rangeOf(saturday)}, India time.`,
      },
    ],
  },
]
