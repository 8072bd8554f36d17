import * as z from 'zod'
import {
  orderRequestModel,
  paymentOptionsModel,
  paypalCaptureRequestModel,
  subscribeModel,
  subscriptionDetailsModel,
  transactionsModel,
} from '#schema/billing.fields.ts'
import { orderRequest, paymentParams, paypalCaptureRequest, subscribeParams } from '#schema/billing.ts'
import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { PLANS } from '#schema/plans.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import { addBillingEnums, type BillingEnums } from './billing-enums.ts'
import {
  addCapture,
  addCard,
  addMoney,
  addOptions,
  addOrder,
  addPayment,
  addPlan,
  addSubscription,
  addTransaction,
} from './billing-types.ts'

const subscribeArguments = z.object({ ...subscribeParams.shape, ...paymentParams.shape })

export function addBilling(builder: Builder) {
  const enums = addBillingEnums(builder)
  const plan = addPlan(builder)
  const subscription = addSubscription(builder)
  const transaction = addTransaction(builder, enums)
  const money = addMoney(builder)
  const order = addOrder(builder, enums, money)
  const payment = addPayment(builder, enums)
  const capture = addCapture(builder)
  const card = addCard(builder)
  const options = addOptions(builder, card)
  addBillingQueries(builder, { options, plan, subscription, transaction, payment })
  addPaymentMutations(builder, { order, payment, capture })
  addSubscriptionMutations(builder, { payment, enums })
}

function addBillingQueries(
  builder: Builder,
  {
    options,
    plan,
    subscription,
    transaction,
    payment,
  }: {
    options: ReturnType<typeof addOptions>
    plan: ReturnType<typeof addPlan>
    subscription: ReturnType<typeof addSubscription>
    transaction: ReturnType<typeof addTransaction>
    payment: ReturnType<typeof addPayment>
  },
) {
  builder.queryFields((t) => ({
    paymentOptions: t.field({
      type: options,
      description: paymentOptionsModel.description,
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
      description: subscriptionDetailsModel.description,
      resolve: (_, __, context) => context.domains.billing.subscription(memberOf(context).id),
    }),
    transactions: t.field({
      type: [transaction],
      description: transactionsModel.description,
      resolve: (_, __, context) => context.domains.billing.transactions(memberOf(context).id),
    }),
    paymentStatus: t.field({
      type: payment,
      description: OPERATION_TEXTS.getPaymentStatus,
      args: {
        paymentId: t.arg.id({ description: 'The id of the payment or of its order at the provider.' }),
      },
      resolve: (_, args, context) =>
        context.domains.billing.paymentStatus(memberOf(context).id, validate(paymentParams, args).paymentId),
    }),
  }))
}

function addPaymentMutations(
  builder: Builder,
  {
    order,
    payment,
    capture,
  }: {
    order: ReturnType<typeof addOrder>
    payment: ReturnType<typeof addPayment>
    capture: ReturnType<typeof addCapture>
  },
) {
  builder.mutationFields((t) => ({
    createOrder: t.field({
      type: order,
      description: 'Creates an order at the payment provider. The amount must be the price of a plan.',
      args: {
        currency: t.arg.string({ description: orderRequestModel.fields.currency }),
        amount: t.arg.int({ description: orderRequestModel.fields.amount }),
      },
      resolve: (_, args, context) =>
        context.domains.billing.createOrder(
          memberOf(context).id,
          validate(orderRequest, args),
          context.origin,
        ),
    }),
    capturePayment: t.field({
      type: payment,
      description: OPERATION_TEXTS.capturePayment,
      args: { paymentId: t.arg.id({ description: subscribeModel.fields.paymentId }) },
      resolve: (_, args, context) =>
        context.domains.billing.capture(memberOf(context).id, validate(paymentParams, args).paymentId),
    }),
    capturePaypalOrder: t.field({
      type: capture,
      description: OPERATION_TEXTS.capturePaypalOrder,
      args: { orderId: t.arg.id({ description: paypalCaptureRequestModel.fields.orderId }) },
      resolve: (_, args, context) =>
        context.domains.billing.captureOrder(
          memberOf(context).id,
          'paypal',
          validate(paypalCaptureRequest, args).orderId,
        ),
    }),
  }))
}

function addSubscriptionMutations(
  builder: Builder,
  { payment, enums }: { payment: ReturnType<typeof addPayment>; enums: BillingEnums },
) {
  builder.mutationFields((t) => ({
    subscribe: t.field({
      type: payment,
      description: OPERATION_TEXTS.subscribe,
      args: {
        plan: t.arg({ type: enums.plan }),
        paymentId: t.arg.id({ description: subscribeModel.fields.paymentId }),
      },
      resolve(_, args, context) {
        const { plan: wanted, paymentId } = validate(subscribeArguments, args)
        return context.domains.billing.subscribe(memberOf(context).id, wanted, paymentId)
      },
    }),
    cancelSubscription: t.boolean({
      description: OPERATION_TEXTS.cancelSubscription,
      async resolve(_, __, context) {
        await context.domains.billing.cancel(memberOf(context).id)
        return true
      },
    }),
  }))
}
