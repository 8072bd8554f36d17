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
import { ApiError } from '../errors.ts'
import { type Builder, memberOf } from './builder.ts'
import { accept } from './input.ts'

const subscribeArguments = z.object({ ...subscribeParams.shape, ...paymentParams.shape })

export function addBilling(builder: Builder) {
  const plan = builder.objectRef<Plan>('Plan').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      interval: t.exposeString('interval'),
      features: t.stringList({ resolve: ({ features }) => [...features] }),
      /** In hundredths of the currency, as an order asks for it. */
      amount: t.int({
        args: { currency: t.arg.string({ defaultValue: 'INR' }) },
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
    fields: (t) => ({
      isPremium: t.exposeBoolean('isPremium'),
      premiumValidity: t.exposeString('premiumValidity', { nullable: true }),
      premiumCancelled: t.exposeBoolean('premiumCancelled'),
    }),
  })
  const transaction = builder.objectRef<Transaction>('Transaction').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      status: t.exposeString('status'),
      description: t.exposeString('description'),
      type: t.exposeString('type'),
      date: t.exposeString('date'),
      amount: t.exposeInt('amount'),
      currency: t.exposeString('currency'),
    }),
  })
  const money = builder.objectRef<NonNullable<Order['charged']>>('Money').implement({
    fields: (t) => ({ amount: t.exposeInt('amount'), currency: t.exposeString('currency') }),
  })
  const order = builder.objectRef<Order>('Order').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      orderId: t.exposeString('orderId'),
      amount: t.exposeInt('amount'),
      currency: t.exposeString('currency'),
      paymentProvider: t.exposeString('paymentProvider'),
      approveUrl: t.string({ nullable: true, resolve: ({ approveUrl }) => approveUrl ?? null }),
      /** What is taken where the provider does not take the member's own currency. */
      charged: t.field({ type: money, nullable: true, resolve: ({ charged }) => charged ?? null }),
    }),
  })
  const payment = builder.objectRef<PaymentStatus>('PaymentStatus').implement({
    fields: (t) => ({
      premiumActivated: t.exposeBoolean('premiumActivated'),
      status: t.exposeString('status'),
      message: t.exposeString('message'),
    }),
  })
  const capture = builder.objectRef<{ success: boolean; error?: string }>('PaypalCapture').implement({
    fields: (t) => ({
      success: t.exposeBoolean('success'),
      error: t.string({ nullable: true, resolve: ({ error }) => error ?? null }),
    }),
  })
  const card = builder.objectRef<NonNullable<PaymentOptions['card']>>('CardCheckout').implement({
    fields: (t) => ({ keyId: t.exposeString('keyId'), script: t.exposeString('script') }),
  })
  const options = builder.objectRef<PaymentOptions>('PaymentOptions').implement({
    fields: (t) => ({
      testMode: t.exposeBoolean('testMode'),
      card: t.field({ type: card, nullable: true, resolve: (offered) => offered.card }),
      paypal: t.exposeBoolean('paypal'),
    }),
  })

  builder.queryFields((t) => ({
    paymentOptions: t.field({ type: options, resolve: (_, __, { rooms }) => rooms.billing.options() }),
    plans: t.field({ type: [plan], skipTypeScopes: true, resolve: () => [...PLANS] }),
    subscription: t.field({
      type: subscription,
      resolve: (_, __, context) => context.rooms.billing.subscription(memberOf(context).id),
    }),
    transactions: t.field({
      type: [transaction],
      resolve: (_, __, context) => context.rooms.billing.transactions(memberOf(context).id),
    }),
    paymentStatus: t.field({
      type: payment,
      args: { paymentId: t.arg.string() },
      resolve: (_, args, context) =>
        context.rooms.billing.paymentStatus(memberOf(context).id, accept(paymentParams, args).paymentId),
    }),
  }))

  builder.mutationFields((t) => ({
    createOrder: t.field({
      type: order,
      args: { currency: t.arg.string(), amount: t.arg.int() },
      resolve: (_, args, context) =>
        context.rooms.billing.createOrder(memberOf(context).id, accept(orderRequest, args), context.origin),
    }),
    capturePayment: t.field({
      type: payment,
      args: { paymentId: t.arg.string() },
      resolve: (_, args, context) =>
        context.rooms.billing.capture(memberOf(context).id, accept(paymentParams, args).paymentId),
    }),
    subscribe: t.field({
      type: payment,
      args: { plan: t.arg.string(), paymentId: t.arg.string() },
      resolve(_, args, context) {
        const { plan: wanted, paymentId } = accept(subscribeArguments, args)
        return context.rooms.billing.subscribe(memberOf(context).id, wanted, paymentId)
      },
    }),
    capturePaypalOrder: t.field({
      type: capture,
      args: { orderId: t.arg.string() },
      resolve: (_, args, context) =>
        context.rooms.billing.capturePaypal(memberOf(context).id, accept(paypalCaptureRequest, args).orderId),
    }),
    cancelSubscription: t.boolean({
      async resolve(_, __, context) {
        await context.rooms.billing.cancel(memberOf(context).id)
        return true
      },
    }),
  }))
}
