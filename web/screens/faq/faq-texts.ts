import { t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'
import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS, type PlanId } from '#schema/plans.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'
import { numberLocale } from '../../i18n/locales.ts'
import { timesOfDay } from '../../i18n/times-of-day.ts'
import { freeHistory, keepingOfMessages, REMATCH_MINUTES, rangeOf } from '../shared/facts-for-texts.ts'

export interface Question {
  question: string
  answer: string
}

export interface FaqSection {
  id: string
  title: string
  questions: readonly Question[]
}

const { name: product, minimumAge } = PRODUCT
const { positionKilometres, refundRequestDays, refundLatestDays, resetMailMinutes } = POLICY
const { closedMonths, erasedWithinDays, erasureDays, essentialMonths } = RETENTION
const { general, technical, urgent } = POLICY.answerHours
const { weekdays, saturday } = POLICY.openingHours
const RUPEES = currencyFor({ country: null, timezone: null })
/** The time of the daily plan. */
const DAY_HOURS = 24

function priceOf(id: PlanId): string {
  const plan = PLANS.find((one) => one.id === id)
  if (!plan) throw new Error(`there is no ${id} plan`)
  return formatAmount(amountOf(plan, RUPEES), RUPEES, numberLocale())
}

/**
 * Returns the sections of the FAQ, in the order of a member's questions: before signing up, while chatting, money.
 * `messageMonths` as in `useMessageMonths`.
 */
export const faqSections = (messageMonths: number | null = null): readonly FaqSection[] => [
  starting(),
  matching(),
  privacy(messageMonths),
  safety(),
  premium(),
  account(),
]

const starting = (): FaqSection => ({
  id: 'starting',
  title: t`Getting started`,
  questions: [
    {
      question: t`What is ${product}?`,
      answer: t`A place to chat one to one with someone who likes the same things as you. Name your interests and press Find Match. We connect you with the person who shares most with you right now.`,
    },
    {
      question: t`Who can use it?`,
      answer: t`Adults only. You must be at least ${minimumAge} years old. We close the account of anyone younger.`,
    },
    {
      question: t`Why do I have to verify my email?`,
      answer: t`It keeps out most people who only come to cause trouble, because every account needs a real address. Other members never see your email.`,
    },
    {
      question: t`Do I need to install anything?`,
      answer: t`No. It runs in your browser, on your phone too. You can add it to your home screen.`,
    },
  ],
})

const matching = (): FaqSection => ({
  id: 'matching',
  title: t`Matching`,
  questions: [
    {
      question: t`How am I matched?`,
      answer: t`First we look at shared interests. A rare interest counts for more than a popular one. Then we look at what you both want from a chat. We start with people who share a lot with you, and look further while you wait.`,
    },
    {
      question: t`What if no one shares my interests?`,
      answer: t`Then we match you by what you are looking for. After that, we match you with anyone who is waiting. To get better matches, add more interests in your own words.`,
    },
    {
      question: t`Can I meet the same person again?`,
      answer: t`Not by chance within ${{ minutes: REMATCH_MINUTES }} minutes after your chat ends, unless no one else is waiting. You can invite a person whom you keep in touch with. With Premium, you can also invite one from your list or nearby. The chat opens when they accept. If they don’t want to, you won’t be told.`,
    },
    {
      question: t`How do I keep in touch with someone?`,
      answer: t`Press Keep in touch in the chat, or within ${{ hours: LIMITS.keepHours }} hours after it. If they press it too, you find each other under Kept and can ask to talk again at any time. If they don’t, they never learn that you did. The free plan has room for ${{ people: LIMITS.keptFree }} people, Premium for everyone. You can let someone go at any time. They won’t be told.`,
    },
    {
      question: t`Which chats count towards the daily limit?`,
      answer: t`The free plan has a limit of new chats per day. Each person counts once a day, however often you chat. If they leave before they write to you, it doesn’t count. If you leave first, it does. With Premium, there is no limit.`,
    },
    {
      question: t`Can I choose who I meet?`,
      answer: t`With Premium, you can filter by gender. The filter works both ways. You can also see people nearby who chose to be found.`,
    },
  ],
})

const privacy = (messageMonths: number | null): FaqSection => ({
  id: 'privacy',
  title: t`Privacy`,
  questions: [
    {
      question: t`What can other people see?`,
      answer: t`They see the name you choose, your age, your gender, your interests and what you are looking for. They never see your email, your phone number or where you are. There are no photos.`,
    },
    {
      question: t`What does “nearby” show about me?`,
      answer: t`It shows your city and state, and only when you turn it on and your email is verified. We round your position to about ${{ kilometres: positionKilometres }} km before we store it. It never leaves our server.`,
    },
    {
      question: t`How long do you keep my chats?`,
      answer: t`${{ keeping: keepingOfMessages(messageMonths) }} We delete the whole chat, with the messages of you both, ${{ months: essentialMonths }} months after one of you closes or deletes their account. ${{ freeHistory: freeHistory() }} Premium members see their whole list and every message that we still keep. If you clear a chat, it is empty only for you.`,
    },
    {
      question: t`How do I delete my data?`,
      answer: t`Open Settings, then Privacy centre. You can download your data there, too. We erase it within ${{ days: erasedWithinDays }} days, and you can change your mind for the first ${{ grace: erasureDays }}. We keep only what the law makes us keep, for up to ${{ months: essentialMonths }} months.`,
    },
  ],
})

const safety = (): FaqSection => ({
  id: 'safety',
  title: t`Safety`,
  questions: [
    {
      question: t`What if someone is rude, or worse?`,
      answer: t`Press Report. The chat ends at once, you two will not meet again, and a moderator reads the messages. You can also block someone without a report. And you can leave at any time, without a reason.`,
    },
    {
      question: t`Someone wants to talk again, and I don’t. What can I do?`,
      answer: t`Do nothing, or choose Not now. With Don’t ask again, you get no more invitations from this person. They won’t be told. You can undo it in the Safety centre.`,
    },
    {
      question: t`What should I keep to myself?`,
      answer: t`Your full name, your address, where you work, and anything about money. People who mean well don’t need these when you first meet.`,
    },
    {
      question: t`Someone asks me for money. What should I do?`,
      answer: t`Report them, and send nothing. Even a very sad story is most likely a trick.`,
    },
  ],
})

const premium = (): FaqSection => ({
  id: 'premium',
  title: t`Premium and payments`,
  questions: [
    {
      question: t`What do I get with Premium?`,
      answer: t`The list of your chats with your whole history, people nearby, a gender filter, and as many chats as you like. You also come first in matching and support.`,
    },
    {
      question: t`What does it cost?`,
      answer: t`In rupees: ${{ daily: priceOf('daily') }} for ${{ hours: DAY_HOURS }} hours, ${{ weekly: priceOf('weekly') }} for a week, ${{ monthly: priceOf('monthly') }} for a month, ${{ annual: priceOf('annual') }} for a year. Elsewhere you pay the same in your own currency. You pay once for the time you choose. It does not renew by itself.`,
    },
    {
      question: t`How do I pay?`,
      answer: t`You pay by card or UPI in rupees, and with PayPal in other currencies. You always pay on the provider’s own page. We never see your card number.`,
    },
    {
      question: t`How do I cancel?`,
      answer: t`Open Settings, then Premium. You keep what you paid for until it ends. You can come back at any time.`,
    },
    {
      question: t`Can I get my money back?`,
      answer: t`Ask us within ${{ days: refundRequestDays }} days. If we approve it, the money goes back the way you paid. This takes ${{ range: rangeOf(POLICY.refundBusinessDays) }} business days. After ${{ latestDays: refundLatestDays }} days we refund no payment.`,
    },
  ],
})

const account = (): FaqSection => ({
  id: 'account',
  title: t`Your account`,
  questions: [
    {
      question: t`I forgot my password. What now?`,
      answer: t`Ask for a reset with your email address. We send you a link and a code. Use either one: it works once, for ${{ minutes: resetMailMinutes }} minutes.`,
    },
    {
      question: t`I closed or deleted my account. Can I get it back?`,
      answer: t`Yes, just log in. You can do this for ${{ months: closedMonths }} months after you closed it, and nothing is lost. If you asked us to delete it, you have ${{ days: erasureDays }} days.`,
    },
    {
      question: t`When does support answer?`,
      answer: t`We answer general questions within ${{ general: rangeOf(general) }} hours, and technical problems within ${{ technical: rangeOf(technical) }}. We answer urgent questions about safety or payments within ${{ urgent: rangeOf(urgent) }}. We are here Monday to Friday, ${{ weekdays: rangeOf(timesOfDay(weekdays)) }}, and Saturday, ${{ saturday: rangeOf(timesOfDay(saturday)) }}, India time.`,
    },
  ],
})
