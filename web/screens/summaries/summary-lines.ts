import { t } from '@lingui/core/macro'
import type { DocumentPage } from '#schema/pages.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'

export type LegalPage = Exclude<DocumentPage, '/contact'>

const { name: product, minimumAge, supportEmail } = PRODUCT
const {
  refundRequestDays,
  refundLatestDays,
  refundBusinessDays,
  answerHours,
  positionKilometres,
  liabilityMonths,
} = POLICY
const { closedMonths, erasedWithinDays, erasureDays, backupDays, essentialMonths, signalDays } = RETENTION

/** What each legal document says, in plain sentences. They promise nothing that the document does not. */
export const SUMMARY_LINES: Record<LegalPage, () => string[]> = {
  '/terms': () => [
    t`You must be at least ${minimumAge} years old. Each person has one account.`,
    t`Keep your password to yourself. Until you tell us otherwise, we treat everything that is done with your account as done by you.`,
    t`The free plan costs nothing. You pay for Premium in advance, and no plan renews by itself.`,
    t`You can ask for a refund within ${refundRequestDays} days of a payment.`,
    t`You may not resell ${product}, collect other people’s data with it, or let a program write in the name of a person.`,
    t`What you write stays yours. You let us store it and deliver it to the person you wrote it to.`,
    t`You are responsible for what you write. These things are not allowed: harassment and threats, sexual content that was not asked for, anything with minors, hate, fraud, spam, and publishing what someone told you in confidence.`,
    t`You can report anyone from the chat. We may warn, suspend or ban an account.`,
    t`${product} is in beta. We cannot promise that it always works. Where the law allows it, our liability is limited to what you paid us in the last ${liabilityMonths} months.`,
  ],
  '/privacy': () => [
    t`We store what you enter when you register, your messages, your logins and your payments. If your browser shares where you are, we store that too, rounded to about ${positionKilometres} km.`,
    t`The person you chat with sees your display name, age, gender, interests and what you are looking for. If you turn on nearby discovery, people near you also see your city and state. No one sees your email, your phone number or your position.`,
    t`Our moderators don’t read your chats. They see messages only after a report, when someone gives an age under ${minimumAge}, and when our filter holds back a message.`,
    t`We do not sell data, and we show no ads. There are no cookies from other companies, and no trackers.`,
    t`We share your data only with the payment provider you choose, and with the authorities where the law requires it.`,
    t`If you close your account, you can bring it back for ${closedMonths} months. If you delete it, we erase your data within ${erasedWithinDays} days, unless you log in during the first ${erasureDays}.`,
    t`Backups may hold erased data for ${backupDays} more days. We keep what the law makes us keep, and evidence of abuse, for up to ${essentialMonths} months.`,
    t`When an account is banned, we keep coded forms of its email address, browsers and networks for ${signalDays} days. The document names more periods like this.`,
    t`You may see, correct, take with you and delete what we hold about you. You can do most of this in the privacy centre, in your settings.`,
  ],
  '/refund-policy': () => [
    t`Ask for a refund within ${refundRequestDays} days of the payment.`,
    t`We always give back a payment that was taken twice, or that never opened Premium.`,
    t`After ${refundLatestDays} days we refund no payment.`,
    t`Write to us from the email address of your account, and tell us the payment’s number. We answer within ${{ from: answerHours.general.from }} to ${{ to: answerHours.general.to }} hours.`,
    t`If we approve the refund, the money goes back the way you paid. This takes ${{ from: refundBusinessDays.from }} to ${{ to: refundBusinessDays.to }} business days.`,
    t`A refund ends the Premium time that you bought with the payment. You keep your account and your history.`,
    t`We do not refund time that you have used after the ${refundRequestDays} days, or payments of accounts that we closed for breaking the terms.`,
  ],
  '/cancellation-policy': () => [
    t`You can cancel a subscription at any time, without a reason. Open Settings, then Premium.`,
    t`We charge nothing more, and you keep Premium until the end of the time you have paid for.`,
    t`Each plan is one payment. It ends by itself and never renews, so you don’t need to cancel it.`,
    t`You can buy a plan again whenever you like.`,
    t`If you come back within ${closedMonths} months of leaving, your chats and your profile are as you left them. We keep essential data for up to ${essentialMonths} months.`,
    t`You get no refund just for cancelling. The Refund Policy says when we give a payment back.`,
    t`If cancelling does not work, write to ${supportEmail}. Your request counts from the moment you send it.`,
  ],
}
