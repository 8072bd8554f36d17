import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { STRIKES } from '#schema/moderation.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'

interface Paragraph {
  title: MessageDescriptor
  text: MessageDescriptor
}

const { name: product, minimumAge } = PRODUCT

export const STAYING_SAFE: readonly Paragraph[] = [
  {
    title: msg`Contact details`,
    text: msg`Keep your full name, address, workplace and phone number to yourself until you know each other. A username from another site can lead people to your real name. Be careful with anyone who pushes you to move to another app.`,
  },
  {
    title: msg`Money`,
    text: msg`Never send money, gift cards or crypto to someone you know from a chat, even if the story sounds true. Don’t invest on their advice, and don’t pass on money or parcels for them. Someone who asks for this is most likely lying about who they are.`,
  },
  {
    title: msg`Pictures`,
    text: msg`You can’t take back a picture you have sent. If someone threatens to publish one, don’t pay. They will only ask for more. Report them, keep what they wrote, and go to the police.`,
  },
  {
    title: msg`Meeting for the first time`,
    text: msg`Take your time. A person who means well is happy to chat for another week. Meet during the day, in a place with other people. Get there and home on your own. Tell a friend where you are and when you will be back.`,
  },
  {
    title: msg`Leaving`,
    text: msg`You can end any chat at any time, without a reason. After a block or a report, you two won’t meet here again. People aren’t told that you blocked or reported them.`,
  },
  {
    title: msg`What we never ask`,
    text: msg`We never ask for your password, a code from an email, or money. Nobody from ${product} will ever contact you in a chat.`,
  },
  {
    title: msg`Where to find help`,
    text: msg`If you are in danger, call the emergency number of your country: 112 in India and Europe, 999 in the United Kingdom, 911 in North America, 000 in Australia. If you are thinking about hurting yourself, or need to talk to someone now, visit findahelpline.com. It lists free helplines in most countries.`,
  },
]

export const MODERATION: readonly Paragraph[] = [
  {
    title: msg`Who reads a report`,
    text: msg`Our moderators read every report. Threats, and anything about children, come first. If several people report the same person, we may pause that account until a moderator has looked.`,
  },
  {
    title: msg`What they see`,
    text: msg`They see what you wrote, the last messages of that chat, and earlier decisions about the person. The person isn’t told who reported them. Without a report, moderators see messages that our filter held back. If someone gives an age under ${minimumAge}, they also see what that person wrote, with the other person’s last line before it.`,
  },
  {
    title: msg`What they decide`,
    text: msg`They can do nothing, warn, suspend for some days, or ban. The person always gets a reason. Each warning or suspension is a strike and counts for ${{ lastDays: STRIKES.lastDays }} days. With ${{ limit: STRIKES.limit }} strikes at the same time, we suspend the account for ${{ suspendsForDays: STRIKES.suspendsForDays }} days.`,
  },
  {
    title: msg`If they make a mistake`,
    text: msg`You can appeal each decision once. Another moderator reads your appeal, if there is one.`,
  },
  {
    title: msg`What we keep`,
    text: msg`We keep a report and its messages for up to ${{ months: RETENTION.essentialMonths }} months, even if the chat is cleared or the account is deleted. We record what moderators do in a log that no one can change.`,
  },
]
