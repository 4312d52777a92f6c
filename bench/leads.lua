-- One lead after another for wrk, no two alike, each from an address of its own.
local number, thread = 0, 0

function setup(one)
  one:set("thread", thread)
  thread = thread + 1
end

function request()
  number = number + 1
  local body = string.format(
    '{"name":"Load %d-%d","phone":"+971 50 %07d","service":"Plumbing Services","message":"%s"}',
    thread, number, number % 10000000, string.rep("The kitchen tap drips. ", 8))
  local address = string.format("10.%d.%d.%d", thread, math.floor(number / 250) % 250, number % 250)
  return wrk.format("POST", "/sendMail.php",
    { ["Content-Type"] = "application/json", ["X-Forwarded-For"] = address }, body)
end
