import * as z from 'zod'
import {
  type Order,
  orderRequest,
  type PaymentOptions,
  type PaymentStatus,
  paymentParams,
  paypalCaptureRequest,
  type SubscriptionDetails,
  subscribeParams,
  type Transaction,
} from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf } from '#schema/money.ts'
import { PLANS, type Plan } from '#schema/plans.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import { accept } from '#server/transports/graphql/input.ts'
import { addBillingEnums } from './billing-enums.ts'

const subscribeArguments = z.object({ ...subscribeParams.shape, ...paymentParams.shape })

export function addBilling(builder: Builder) {
  const enums = addBillingEnums(builder)
  const plan = builder.objectRef<Plan>('Plan').implement({
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
            throw new ApiError('INVALID', 'Unknown currency', { fields: { currency: 'Unknown currency' } })
          return amountOf(one, known)
        },
      }),
    }),
  })
  const subscription = builder.objectRef<SubscriptionDetails>('SubscriptionDetails').implement({
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
  const transaction = builder.objectRef<Transaction>('Transaction').implement({
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
  const money = builder.objectRef<NonNullable<Order['charged']>>('Money').implement({
    description: 'An amount of money.',
    fields: (t) => ({
      amount: t.exposeInt('amount', { description: 'The amount in hundredths of the currency.' }),
      currency: t.exposeString('currency', { description: 'The currency as an ISO 4217 code.' }),
    }),
  })
  const order = builder.objectRef<Order>('Order').implement({
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
        description: 'The amount charged when the provider does not take the currency of the order.',
        resolve: ({ charged }) => charged ?? null,
      }),
    }),
  })
  const payment = builder.objectRef<PaymentStatus>('PaymentStatus').implement({
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
      message: t.exposeString('message', { description: 'The state in a sentence for the member.' }),
    }),
  })
  const capture = builder.objectRef<{ success: boolean; error?: string }>('PaypalCapture').implement({
    description: 'The outcome of a PayPal payment.',
    fields: (t) => ({
      success: t.exposeBoolean('success', { description: 'Whether the payment succeeded.' }),
      error: t.string({
        nullable: true,
        description: 'Why the payment failed, in a sentence for the member.',
        resolve: ({ error }) => error ?? null,
      }),
    }),
  })
  const card = builder.objectRef<NonNullable<PaymentOptions['card']>>('CardCheckout').implement({
    description: 'What a page needs to open the card checkout.',
    fields: (t) => ({
      keyId: t.exposeString('keyId', { description: 'The public key of the card provider.' }),
      script: t.exposeString('script', { description: 'The URL of the checkout script.' }),
    }),
  })
  const options = builder.objectRef<PaymentOptions>('PaymentOptions').implement({
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

  builder.queryFields((t) => ({
    paymentOptions: t.field({
      type: options,
      description: 'The ways to pay that this server offers.',
      resolve: (_, __, { domains }) => domains.billing.options(),
    }),
    plans: t.field({
      type: [plan],
      skipTypeScopes: true,
      description: 'The premium plans.',
      resolve: () => [...PLANS],
    }),
    subscription: t.field({
      type: subscription,
      description: 'The premium of the caller.',
      resolve: (_, __, context) => context.domains.billing.subscription(memberOf(context).id),
    }),
    transactions: t.field({
      type: [transaction],
      description: 'The payments of the caller, the newest first, a hundred at most.',
      resolve: (_, __, context) => context.domains.billing.transactions(memberOf(context).id),
    }),
    paymentStatus: t.field({
      type: payment,
      description: 'The state of a payment of the caller. Asks the provider while the payment is pending.',
      args: {
        paymentId: t.arg.id({ description: 'The id of the payment or of its order at the provider.' }),
      },
      resolve: (_, args, context) =>
        context.domains.billing.paymentStatus(memberOf(context).id, accept(paymentParams, args).paymentId),
    }),
  }))

  builder.mutationFields((t) => ({
    createOrder: t.field({
      type: order,
      description: 'Creates an order at the payment provider. The amount must be the price of a plan.',
      args: {
        currency: t.arg.string({ description: 'The currency as an ISO 4217 code, such as "INR".' }),
        amount: t.arg.int({ description: 'The price in hundredths of the currency.' }),
      },
      resolve: (_, args, context) =>
        context.domains.billing.createOrder(memberOf(context).id, accept(orderRequest, args), context.origin),
    }),
    capturePayment: t.field({
      type: payment,
      description: 'Takes an approved card payment and returns its state.',
      args: { paymentId: t.arg.id({ description: 'The id of the payment at the provider.' }) },
      resolve: (_, args, context) =>
        context.domains.billing.capture(memberOf(context).id, accept(paymentParams, args).paymentId),
    }),
    subscribe: t.field({
      type: payment,
      description: 'Activates a plan with a payment and returns the state of the payment.',
      args: {
        plan: t.arg({ type: enums.plan, description: 'The plan.' }),
        paymentId: t.arg.id({ description: 'The id of the payment at the provider.' }),
      },
      resolve(_, args, context) {
        const { plan: wanted, paymentId } = accept(subscribeArguments, args)
        return context.domains.billing.subscribe(memberOf(context).id, wanted, paymentId)
      },
    }),
    capturePaypalOrder: t.field({
      type: capture,
      description: 'Takes an approved PayPal payment.',
      args: { orderId: t.arg.id({ description: 'The id of the order at PayPal.' }) },
      resolve: (_, args, context) =>
        context.domains.billing.capturePaypal(
          memberOf(context).id,
          accept(paypalCaptureRequest, args).orderId,
        ),
    }),
    cancelSubscription: t.boolean({
      description: 'Cancels the subscription. Premium stays active until it ends.',
      async resolve(_, __, context) {
        await context.domains.billing.cancel(memberOf(context).id)
        return true
      },
    }),
  }))
}
