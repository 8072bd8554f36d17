import {
  cardOptionsModel,
  moneyModel,
  orderModel,
  paymentOptionsModel,
  paymentStatusModel,
  paypalCaptureModel,
  subscriptionDetailsModel,
  transactionModel,
} from '#schema/billing.fields.ts'
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
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import type { BillingEnums } from './billing-enums.ts'

export const addPlan = (builder: Builder) =>
  builder.objectRef<Plan>('Plan').implement({
    description: 'A premium plan. The server owns the prices.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the plan: daily, weekly, monthly or annual.' }),
      name: t.exposeString('name'),
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
            description: moneyModel.fields.currency,
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
    description: subscriptionDetailsModel.description,
    fields: (t) => modelFields(t, subscriptionDetailsModel),
  })

export const addTransaction = (builder: Builder, enums: BillingEnums) =>
  builder.objectRef<Transaction>('Transaction').implement({
    description: transactionModel.description,
    fields: (t) => ({
      ...modelFields(t, transactionModel, { omit: ['type'], types: { status: enums.status } }),
      type: t.field({
        type: enums.type,
        description: transactionModel.fields.type,
        resolve: ({ type }) => (type === 'subscription' ? 'subscription' : 'payment'),
      }),
    }),
  })

export const addMoney = (builder: Builder) =>
  builder.objectRef<NonNullable<Order['charged']>>('Money').implement({
    description: moneyModel.description,
    fields: (t) => modelFields(t, moneyModel),
  })

export const addOrder = (builder: Builder, enums: BillingEnums, money: ReturnType<typeof addMoney>) =>
  builder.objectRef<Order>('Order').implement({
    description: orderModel.description,
    fields: (t) =>
      modelFields(t, orderModel, {
        types: { orderId: 'ID', paymentProvider: enums.provider, charged: money },
      }),
  })

export const addPayment = (builder: Builder, enums: BillingEnums) =>
  builder.objectRef<PaymentStatus>('PaymentStatus').implement({
    description: paymentStatusModel.description,
    fields: (t) => ({
      ...modelFields(t, paymentStatusModel, { omit: ['message'], types: { status: enums.status } }),
      message: t.string({
        description: paymentStatusModel.fields.message,
        resolve: ({ message }, _, { say }) => say(sentenceOf(message)),
      }),
    }),
  })

export const addCapture = (builder: Builder) =>
  builder.objectRef<{ success: boolean; error?: Text }>('PaypalCapture').implement({
    description: paypalCaptureModel.description,
    fields: (t) => ({
      ...modelFields(t, paypalCaptureModel, { omit: ['error'] }),
      error: t.string({
        nullable: true,
        description: paypalCaptureModel.fields.error,
        resolve: ({ error }, _, { say }) => (error ? say(error) : null),
      }),
    }),
  })

export const addCard = (builder: Builder) =>
  builder.objectRef<NonNullable<PaymentOptions['card']>>('CardCheckout').implement({
    description: cardOptionsModel.description,
    fields: (t) => modelFields(t, cardOptionsModel),
  })

export const addOptions = (builder: Builder, card: ReturnType<typeof addCard>) =>
  builder.objectRef<PaymentOptions>('PaymentOptions').implement({
    description: paymentOptionsModel.description,
    fields: (t) => modelFields(t, paymentOptionsModel, { types: { card } }),
  })
