import type {
  Order,
  PaymentOptions,
  PaymentStatus,
  SubscriptionDetails,
  Transaction,
} from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf } from '#schema/money.ts'
import type { Plan } from '#schema/plans.ts'
import { sentenceOf, type Text, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Builder } from '#server/transports/graphql/builder.ts'
import type { BillingEnums } from './billing-enums.ts'

export const addPlan = (builder: Builder) =>
  builder.objectRef<Plan>('Plan').implement({
    description: 'A premium plan. The server owns the prices.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the plan: daily, weekly, monthly or annual.' }),
      name: t.exposeString('name', { description: 'The name of the plan.' }),
      interval: t.exposeString('interval', {
        description: 'How long the plan lasts, in words, such as "a month".',
      }),
      features: t.stringList({
        description: 'What the plan includes, in words.',
        resolve: ({ features }) => [...features],
      }),
      amount: t.int({
        description: 'The price in hundredths of the currency, as `createOrder` takes it.',
        args: {
          currency: t.arg.string({
            defaultValue: 'INR',
            description: 'The currency as an ISO 4217 code, such as "INR".',
          }),
        },
        resolve(one, { currency }) {
          const known = CURRENCIES.find(({ code }) => code === currency)
          if (!known)
            throw new ApiError('INVALID', text('Unknown currency'), {
              fields: { currency: text('Unknown currency') },
            })
          return amountOf(one, known)
        },
      }),
    }),
  })

export const addSubscription = (builder: Builder) =>
  builder.objectRef<SubscriptionDetails>('SubscriptionDetails').implement({
    description: 'The premium of the caller.',
    fields: (t) => ({
      isPremium: t.exposeBoolean('isPremium', { description: 'Whether premium is active.' }),
      premiumValidity: t.expose('premiumValidity', {
        type: 'DateTime',
        nullable: true,
        description: 'When premium ends or ended. Null when the member never had it.',
      }),
      premiumCancelled: t.exposeBoolean('premiumCancelled', {
        description: 'Whether the subscription is cancelled; premium stays active until it ends.',
      }),
    }),
  })

export const addTransaction = (builder: Builder, enums: BillingEnums) =>
  builder.objectRef<Transaction>('Transaction').implement({
    description: 'A payment of the caller.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the transaction.' }),
      status: t.field({
        type: enums.status,
        description: 'The state of the payment.',
        resolve: (one) => one.status,
      }),
      description: t.exposeString('description', { description: 'The name of the plan.' }),
      type: t.field({
        type: enums.type,
        description: 'What the payment was for.',
        resolve: ({ type }) => (type === 'subscription' ? 'subscription' : 'payment'),
      }),
      date: t.expose('date', { type: 'DateTime', description: 'When the payment was made.' }),
      amount: t.exposeInt('amount', { description: 'The amount in hundredths of the currency.' }),
      currency: t.exposeString('currency', { description: 'The currency as an ISO 4217 code.' }),
    }),
  })

export const addMoney = (builder: Builder) =>
  builder.objectRef<NonNullable<Order['charged']>>('Money').implement({
    description: 'An amount of money.',
    fields: (t) => ({
      amount: t.exposeInt('amount', { description: 'The amount in hundredths of the currency.' }),
      currency: t.exposeString('currency', { description: 'The currency as an ISO 4217 code.' }),
    }),
  })

export const addOrder = (builder: Builder, enums: BillingEnums, money: ReturnType<typeof addMoney>) =>
  builder.objectRef<Order>('Order').implement({
    description: 'An order that the payment provider has accepted.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the order here.' }),
      orderId: t.exposeID('orderId', { description: 'The id of the order at the provider.' }),
      amount: t.exposeInt('amount', { description: 'The price in hundredths of the currency.' }),
      currency: t.exposeString('currency', { description: 'The currency as an ISO 4217 code.' }),
      paymentProvider: t.field({
        type: enums.provider,
        description: 'The provider that takes the payment.',
        resolve: ({ paymentProvider }) => paymentProvider,
      }),
      approveUrl: t.string({
        nullable: true,
        description: 'The page where the payer approves the payment. Null when the provider has none.',
        resolve: ({ approveUrl }) => approveUrl ?? null,
      }),
      charged: t.field({
        type: money,
        nullable: true,
        description:
          'The amount charged when the provider does not take the price itself: in dollars when it refuses the currency, or rounded when it takes whole amounts only.',
        resolve: ({ charged }) => charged ?? null,
      }),
    }),
  })

export const addPayment = (builder: Builder, enums: BillingEnums) =>
  builder.objectRef<PaymentStatus>('PaymentStatus').implement({
    description: 'The state of a payment and of the premium that it pays for.',
    fields: (t) => ({
      premiumActivated: t.exposeBoolean('premiumActivated', {
        description: 'Whether the payment has activated premium.',
      }),
      status: t.field({
        type: enums.status,
        description: 'The state of the payment.',
        resolve: (one) => one.status,
      }),
      message: t.string({
        description: 'The state in a sentence for the member.',
        resolve: ({ message }, _, { say }) => say(sentenceOf(message)),
      }),
    }),
  })

export const addCapture = (builder: Builder) =>
  builder.objectRef<{ success: boolean; error?: Text }>('PaypalCapture').implement({
    description: 'The outcome of a PayPal payment.',
    fields: (t) => ({
      success: t.exposeBoolean('success', { description: 'Whether the payment succeeded.' }),
      error: t.string({
        nullable: true,
        description: 'Why the payment failed, in a sentence for the member.',
        resolve: ({ error }, _, { say }) => (error ? say(error) : null),
      }),
    }),
  })

export const addCard = (builder: Builder) =>
  builder.objectRef<NonNullable<PaymentOptions['card']>>('CardCheckout').implement({
    description: 'What a page needs to open the card checkout.',
    fields: (t) => ({
      keyId: t.exposeString('keyId', { description: 'The public key of the card provider.' }),
      script: t.exposeString('script', { description: 'The URL of the checkout script.' }),
    }),
  })

export const addOptions = (builder: Builder, card: ReturnType<typeof addCard>) =>
  builder.objectRef<PaymentOptions>('PaymentOptions').implement({
    description: 'The ways to pay that this server offers.',
    fields: (t) => ({
      testMode: t.exposeBoolean('testMode', { description: 'Whether payments move no real money.' }),
      card: t.field({
        type: card,
        nullable: true,
        description: 'The card checkout. Null when it is not configured.',
        resolve: (offered) => offered.card,
      }),
      paypal: t.exposeBoolean('paypal', { description: 'Whether PayPal is offered.' }),
      freeConversationsADay: t.exposeInt('freeConversationsADay', {
        description: 'New conversations a day of a member without premium.',
      }),
    }),
  })
