/** From nothing to a paid bill against the sandbox, as a developer types it into a shell. */
export const QUICK_START: readonly (readonly [title: string, lines: string])[] = [
  [
    'Say where they are',
    `API=http://localhost:3000 SANDBOX=http://localhost:3100
MAIL=asha.$RANDOM$RANDOM@example.in
LETTER=$(printf "\\\\$(printf %03o $((65 + RANDOM % 26)))")
PAN=SBXP$LETTER"0$((775 + RANDOM % 25))A"
BORN=$((1970 + RANDOM % 30))-0$((1 + RANDOM % 9))-$((10 + RANDOM % 19))
field() { sed -n 's/.*"'"$1"'" *: *"\\{0,1\\}\\([^",}]*\\).*/\\1/p' | head -1; }`,
  ],
  ['Ask the price', `curl -s $API/api/v1/public/pricing`],
  [
    'Sign up; the code is in the sandbox’s inbox',
    `curl -s $API/auth/v1/signup -H 'content-type: application/json' \\
  -d '{"email":"'$MAIL'","password":"a quiet river stone"}'
until CODE=$(curl -s "$SANDBOX/control/outbox?to=$MAIL" | field otp)
  [ -n "$CODE" ]; do sleep 1; done
TOKEN=$(curl -s $API/auth/v1/verify -H 'content-type: application/json' \\
  -d '{"type":"email","email":"'$MAIL'","token":"'$CODE'"}' | field access_token)
call() {
  curl -s -X $1 $API/api/v1$2 -H "authorization: Bearer $TOKEN" \\
    -H 'content-type: application/json' -H "idempotency-key: $RANDOM$RANDOM" \${3:+-d "$3"}
}`,
  ],
  [
    'Say who you are, and prove it',
    `curl -s $SANDBOX/control/people -H 'content-type: application/json' \\
  -d '{"pan":"'$PAN'","name":"Asha Rao","dateOfBirth":"'$BORN'","aadhaarLast4":"7058"}'
call PUT /me/onboarding '{"fullName":"Asha Rao","pan":"'$PAN'","dateOfBirth":"'$BORN'",
  "address":"12 Lake Road, Pune 411001","monthlyIncomePaise":8500000}'
call POST /kyc/pan '{"pan":"'$PAN'"}'
SESSION=$(call POST /kyc/aadhaar '{"aadhaar":"999941057058"}' | field sessionId)
BACK=$(curl -s $SANDBOX/control/act -H 'content-type: application/json' \\
  -d '{"what":"approve_consent","sessionId":"'$SESSION'","pan":"'$PAN'"}' | field redirectUrl)
STATE=$(echo "$BACK" | sed -n 's/.*state=\\([^&]*\\).*/\\1/p')
call POST /kyc/aadhaar/$SESSION/complete '{"state":"'$STATE'"}'`,
  ],
  ['Get a limit', `call POST /credit/assessment '{"consent":true}'`],
  [
    'Price a bill, agree, and see it paid',
    `CARD=$(call POST /cards '{"cardNumber":"4111111100094021","nameOnCard":"ASHA RAO",
  "expiry":"12/39","bankName":"HDFC Bank"}' | field id)
QUOTE=$(call POST /payments/quote '{"cardId":"'$CARD'","amountPaise":1500000,
  "plan":{"kind":"emi","instalments":3}}' | field quoteId)
PAYMENT=$(call POST /payments '{"quoteId":"'$QUOTE'","acceptKeyFacts":true}' | field id)
until call GET /payments/$PAYMENT | grep '"billStatus":"paid"'; do sleep 1; done`,
  ],
];
