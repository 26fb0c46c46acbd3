export const en = {
  title: (amount: string, day: string) => `Agreed: pay ${amount} by ${day} and this loan is closed`,
  partly: (agreed: string) => `Of the ${agreed} agreed, this is what is still to come.`,
  text: 'Whatever else is owed is let off then. After that day the agreement no longer holds.',
  pay: (amount: string) => `Pay ${amount}`,
};
