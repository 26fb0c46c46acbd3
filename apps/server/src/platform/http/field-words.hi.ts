/** The sentences of refused fields, as the contract and the features say them, in Hindi. */
const SENTENCES: Readonly<Record<string, string>> = {
  'Account holder name is required': 'खाताधारक का नाम लिखें',
  'Account number is required': 'खाता नंबर लिखें',
  'Account number must be 9 to 18 digits': 'खाता नंबर 9 से 18 अंकों का होता है',
  'Account numbers must match': 'दोनों खाता नंबर एक जैसे होने चाहिए',
  'Another payment has this reference': 'यह संदर्भ किसी और भुगतान का है',
  'Check the card number': 'कार्ड नंबर जाँचें',
  'Choose a day from the acceptance to today': 'स्वीकार करने के दिन से आज तक का कोई दिन चुनें',
  'Choose a nickname without the card number': 'ऐसा नाम चुनें जिसमें कार्ड नंबर न हो',
  'Choose today or a day before': 'आज या उससे पहले का दिन चुनें',
  'Choose your state': 'अपना राज्य चुनें',
  'Enter a 10-digit Indian mobile number': '10 अंकों का भारतीय मोबाइल नंबर लिखें',
  'Enter an amount above zero': 'शून्य से बड़ी रकम लिखें',
  'IFSC code must be 11 characters': 'IFSC कोड 11 अक्षरों का होता है',
  'Invalid IFSC code': 'यह IFSC कोड सही नहीं है',
  'Name must be at least 2 characters': 'नाम कम से कम 2 अक्षरों का हो',
  'Phone number must be at least 10 digits': 'फ़ोन नंबर कम से कम 10 अंकों का हो',
  'Phone number must contain only digits': 'फ़ोन नंबर में केवल अंक हों',
  'Please confirm the account number': 'खाता नंबर दोबारा लिखें',
  'Please enter a valid 12-digit Aadhaar number': '12 अंकों का सही आधार नंबर लिखें',
  'Please enter a valid PAN number in the format ABCDE1234F': 'सही PAN नंबर लिखें, जैसे ABCDE1234F',
  'Please enter a valid email address': 'सही ईमेल पता लिखें',
  'Please enter all 10 characters of your PAN number': 'अपने PAN नंबर के सभी 10 अक्षर लिखें',
  'Please fill all required fields before proceeding': 'आगे बढ़ने से पहले सभी ज़रूरी जानकारी भरें',
  'Please fill in all required fields': 'सभी ज़रूरी जानकारी भरें',
  'Read and accept the key facts to continue': 'आगे बढ़ने के लिए मुख्य तथ्य पढ़ें और स्वीकार करें',
  'Rewards cannot be used for paying a part early': 'एक हिस्सा पहले चुकाने में इनाम इस्तेमाल नहीं होते',
  'The rail’s list gives this reference to another payment': 'रेल की सूची में यह संदर्भ किसी और भुगतान का है',
  'The rail’s list names this payment by another reference': 'रेल की सूची में इस भुगतान का संदर्भ दूसरा है',
  'The rail does not know this as the payment of this debit': 'रेल इसे इस डेबिट का भुगतान नहीं मानती',
  'This card has expired': 'इस कार्ड की तारीख निकल चुकी है',
  'This money stands in the books already': 'यह पैसा खातों में पहले से है',
  'We need your consent before we ask the credit bureau.': 'क्रेडिट ब्यूरो से पूछने से पहले आपकी सहमति चाहिए।',
  'You must accept the terms': 'शर्तें मंज़ूर करनी होंगी',
};

/** Said where a sentence has figures, or is a library's own. */
const GENERAL = 'इसे जाँचकर फिर लिखें';

/** The sentence of a refused field for who reads Hindi. */
export function fieldInHindi(message: string): string {
  return SENTENCES[message] ?? GENERAL;
}
