import { t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'
import type { LandingPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { REMATCH_MINUTES } from '../shared/facts-for-texts.ts'

export interface LandingText {
  headline: string
  lede: string
  /** The interest shown where the two circles of the picture overlap. */
  shared: string
  features: readonly { title: string; text: string }[]
  questions: readonly { question: string; answer: string }[]
}

const { minimumAge } = PRODUCT

const anonymous = () => ({
  question: t`Will they know who I am?`,
  answer: t`They see the name you choose, your age, your gender, your interests and what you are looking for. They never see your email, your phone number or where you are.`,
})
const cost = () => ({
  question: t`What does it cost?`,
  answer: t`Chatting is free. Premium adds the list of your chats, your whole history, people nearby and a gender filter. You can buy it by the day.`,
})
const age = () => ({
  question: t`Who can use it?`,
  answer: t`Adults only. You must be at least ${minimumAge} years old. We close the account of anyone younger.`,
})

const talkToStrangers = (): LandingText => ({
  headline: t`Talk to strangers who care about the same things.`,
  lede: t`Don’t just meet the next person in line. Meet someone who also keeps bees, reads Urdu poetry or fixes old cameras.`,
  shared: t`Old cameras`,
  features: [
    {
      title: t`Matched by interests`,
      text: t`A rare interest counts for more than a popular one. So you have something to talk about from the start.`,
    },
    {
      title: t`One to one`,
      text: t`Just two people. No audience and no likes. No other member can read your chat.`,
    },
    {
      title: t`Leave when you like`,
      text: t`Press Find Another and move on at once. The other person isn’t told why.`,
    },
  ],
  questions: [
    {
      question: t`How do I start?`,
      answer: t`Register with your email and up to ${{ count: LIMITS.interests.max }} interests. Verify your email. Then press Find Match.`,
    },
    anonymous(),
    {
      question: t`What if someone is rude?`,
      answer: t`Press Report. The chat ends at once, you two will not meet again, and a moderator reads the messages.`,
    },
    age(),
  ],
})

const randomChat = (): LandingText => ({
  headline: t`Random chat with something in common.`,
  lede: t`Chance picks the person you meet. Your interests pick what you talk about.`,
  shared: t`Night trains`,
  features: [
    {
      title: t`No swiping`,
      text: t`You don’t look through profiles. Press one button and chat with the person who fits you best right now.`,
    },
    {
      title: t`The closest match first`,
      text: t`We start with people who share a lot with you. While you wait, we look further, so you don’t wait long.`,
    },
    {
      title: t`In your browser`,
      text: t`There is nothing to install. It works on your phone, with a keyboard and with a screen reader.`,
    },
  ],
  questions: [
    {
      question: t`Is it really random?`,
      answer: t`In part. You meet the person who shares most with you. Who that is depends on who is waiting when you search.`,
    },
    {
      question: t`Can I meet the same person again?`,
      answer: t`Not within ${{ minutes: REMATCH_MINUTES }} minutes of the end of your chat, unless no one else is waiting. If you both press Keep in touch, you can ask each other to talk again at any time.`,
    },
    anonymous(),
    cost(),
  ],
})

const findFriends = (): LandingText => ({
  headline: t`Find friends who love what you love.`,
  lede: t`Friendship often starts with "You too?" We help you find that person.`,
  shared: t`Film photography`,
  features: [
    {
      title: t`Say what you want`,
      text: t`Friendship, dating, networking or just a casual chat. The other person sees it from the start.`,
    },
    {
      title: t`Messages wait for you`,
      text: t`When a friend writes while you are away, a notification takes you back to the chat. Premium keeps a list of all your chats.`,
    },
    {
      title: t`Near you, if you want`,
      text: t`With Premium, you can see who is nearby. They see your city, never where you are.`,
    },
  ],
  questions: [
    {
      question: t`Do I need a photo?`,
      answer: t`No, there are no photos. People see two colours and the name you choose.`,
    },
    {
      question: t`How do I keep in touch?`,
      answer: t`Press Keep in touch in the chat. If they press it too, you find each other in your list and can ask to talk again at any time. If they don’t, they never learn that you did.`,
    },
    cost(),
    age(),
  ],
})

const friendFinder = (): LandingText => ({
  headline: t`A friend finder that starts with your interests.`,
  lede: t`Name up to ${{ count: LIMITS.interests.max }} interests. We find people who share them.`,
  shared: t`Fermentation`,
  features: [
    {
      title: t`Up to ${{ count: LIMITS.interests.max }} interests`,
      text: t`Pick from the list or write your own. Unusual interests lead to the best matches.`,
    },
    {
      title: t`No one is ranked`,
      text: t`There are no scores, no followers and no feed. Everyone starts the same.`,
    },
    {
      title: t`Safe by default`,
      text: t`You can report or block with one press in every chat. Both are free for everyone.`,
    },
  ],
  questions: [
    {
      question: t`How many people are there?`,
      answer: t`Your home screen shows how many people are online right now and share one of your interests. The number changes all the time.`,
    },
    {
      question: t`Can I filter by gender?`,
      answer: t`Yes, with Premium. The filter works both ways.`,
    },
    anonymous(),
    cost(),
  ],
})

/** The texts of each landing page, in the page's language. */
export const LANDING_TEXTS: Record<LandingPage, () => LandingText> = {
  '/talk-to-strangers': talkToStrangers,
  '/random-chat': randomChat,
  '/find-friends': findFriends,
  '/friend-finder': friendFinder,
}
