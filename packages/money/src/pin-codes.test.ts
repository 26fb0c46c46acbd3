import { describe, expect, test } from 'vitest';
import { pinCodeIn, stateOfPinCode } from './pin-codes.ts';
import { readStateCode, STATE_CODES, STATES, stateOfSupplier } from './states.ts';

describe('stateOfPinCode', () => {
  test.each([
    ['110001', 'Delhi'],
    ['122001', 'Haryana'],
    ['141001', 'Punjab'],
    ['160017', 'Chandigarh'],
    ['171001', 'Himachal Pradesh'],
    ['190001', 'Jammu and Kashmir'],
    ['194101', 'Ladakh'],
    ['226001', 'Uttar Pradesh'],
    ['248001', 'Uttarakhand'],
    ['302001', 'Rajasthan'],
    ['380001', 'Gujarat'],
    ['396210', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['400001', 'Maharashtra'],
    ['403001', 'Goa'],
    ['411001', 'Maharashtra'],
    ['462001', 'Madhya Pradesh'],
    ['492001', 'Chhattisgarh'],
    ['500001', 'Telangana'],
    ['520001', 'Andhra Pradesh'],
    ['533464', 'Puducherry'],
    ['560001', 'Karnataka'],
    ['600001', 'Tamil Nadu'],
    ['682001', 'Kerala'],
    ['682555', 'Lakshadweep'],
    ['700001', 'West Bengal'],
    ['737101', 'Sikkim'],
    ['744101', 'Andaman and Nicobar Islands'],
    ['751001', 'Odisha'],
    ['781001', 'Assam'],
    ['791111', 'Arunachal Pradesh'],
    ['793001', 'Meghalaya'],
    ['795001', 'Manipur'],
    ['796001', 'Mizoram'],
    ['797001', 'Nagaland'],
    ['799001', 'Tripura'],
    ['800001', 'Bihar'],
    ['834001', 'Jharkhand'],
  ])('LEND-F2: %s lies in %s', (pinCode, state) => {
    expect(STATES[stateOfPinCode(pinCode)!].en).toBe(state);
  });

  test.each([
    ['605001', 'two states share it'],
    ['247667', 'two states share it'],
    ['160062', 'Mohali lies under Chandigarh'],
    ['900001', 'it is the army’s'],
    ['299999', 'no state has it'],
    ['011001', 'it is no PIN code'],
    ['4110', 'it is no PIN code'],
  ])('LEND-F2: %s says no state, for %s', (pinCode) => {
    expect(stateOfPinCode(pinCode)).toBeUndefined();
  });

  test('LEND-F2: every state is found by some PIN code', () => {
    const found = new Set<string | undefined>();
    for (let pinCode = 110_000; pinCode <= 860_000; pinCode += 10) found.add(stateOfPinCode(String(pinCode)));
    expect(STATE_CODES.filter((code) => !found.has(code))).toEqual([]);
  });
});

describe('pinCodeIn', () => {
  test.each([
    ['12 Lake Road, Pune 411001', '411001'],
    ['12 Lake Road, Pune - 411 001, India', '411001'],
    ['Flat 560001, Camp, Pune 411001', '411001'],
    ['12 Lake Road, Pune', undefined],
    ['call 9876543210, Pune', undefined],
    ['12 Lake Road, Pune-411001', '411001'],
    ['12 Lake Road, Pune-411-001', '411001'],
    ['Pin-411 001', '411001'],
    ['कमरा १२, पुणे ४११००१', '411001'],
    ['Pune, 98765-432109', undefined],
    ['Pune, 020-411001', undefined],
    ['Pune, 800-222-333', undefined],
    ['12 Lake Road, Pune 411001, Flat 101-202', '411001'],
    ['Pune - 411001. Near 100-150 houses', '411001'],
    ['12 Lake Road, Pune 411 001, Flat 401-402', '411001'],
    ['Shop No. 101-103, Sai Plaza, MG Road, Pune', undefined],
    ['H.No. 123-456, Hyderabad', undefined],
    ['MG Road, Hyderabad, H.No. 123-456', undefined],
    ['Pune, Flat 401-402.', undefined],
    ['Pune, houses 100-150', undefined],
    ['Sai Plaza, MG Road, Pune, 401-402', undefined],
    ['MG Road, Pune, Sai Plaza 401-402', undefined],
    ['MG Road, Pune 411-510', undefined],
    ['MG Road, Pune 411-511', '411511'],
    ['पुणे, फ़्लैट 401-402', undefined],
    ['12 Lake Road, Pune, PIN 401-402', '401402'],
    ['Chandigarh-160-017', '160017'],
    ['12 Lake Road, Pune 411-001', '411001'],
    ['12 Lake Road, Pune, PIN code: 411-001, India', '411001'],
    ['पिन ४११-००१, पुणे', '411001'],
    ['Sector 17, Chandigarh-160-017', '160017'],
    ['Spin 411-001, Pune', undefined],
  ])('LEND-3: of %j is %j', (address, pinCode) => {
    expect(pinCodeIn(address)).toBe(pinCode);
  });
});

describe('states', () => {
  test('LEND-F2: a code is read, anything else is none', () => {
    expect(readStateCode('27')).toBe('27');
    expect(readStateCode('28')).toBeUndefined();
    expect(readStateCode('toString')).toBeUndefined();
  });

  test.each([
    ['29ABCDE1234F1Z5', 'Maharashtra (27)', '29'],
    ['not registered', 'Maharashtra (27)', '27'],
    ['not registered', 'Tamil Nadu', '33'],
    ['not registered', 'Somewhere', undefined],
  ])('LEND-F2: a supplier with %j and %j is in %j', (gstin, text, code) => {
    expect(stateOfSupplier(gstin, text)).toBe(code);
  });
});
