#include "apps/manual.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <vector>

namespace corten::app {
namespace {

using Commands = std::vector<const CLI::App*>;

Commands commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// roff gives a meaning to backslashes, and to dots and quotes that begin a line
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    out += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  }
  return out;
}

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string option_entry(const CLI::Option& option) {
  const std::string name = option.get_name(false, true);
  return fmt::format(".TP\n.B {}\n{}\n", roff(name.empty() ? option.get_name() : name),
                     roff(option.get_description()));
}

std::string command_section(const CLI::App& command) {
  std::string text =
      fmt::format(".SH {}\n{}.\n", roff("corten " + command.get_name()), roff(command.get_description()));
  for (const CLI::Option* option : command.get_options()) text += option_entry(*option);
  return text + ".PP\n.nf\n" + roff(command.get_footer()) + "\n.fi\n";
}

std::vector<std::string> names_of(const Commands& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

std::string bash_script(const Commands& commands) {
  std::string cases;
  for (const CLI::App* command : commands)
    cases +=
        fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), fmt::join(long_options(*command), " "));
  return fmt::format(R"(# completion of corten for bash
_corten() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _corten corten
)",
                     fmt::join(names_of(commands), " "), cases);
}

std::string zsh_script(const Commands& commands) {
  std::string cases, list;
  for (const CLI::App* command : commands) {
    list += fmt::format("    '{}:{}'\n", command->get_name(), command->get_description());
    cases += fmt::format("    {}) compadd -- {}; _files ;;\n", command->get_name(),
                         fmt::join(long_options(*command), " "));
  }
  return fmt::format(R"(#compdef corten
local -a commands=(
{})
if (( CURRENT == 2 )); then
  _describe command commands
else
  case $words[2] in
{}  esac
fi
)",
                     list, cases);
}

std::string fish_script(const Commands& commands) {
  std::string text = "# completion of corten for fish\n";
  for (const CLI::App* command : commands) {
    text += fmt::format("complete -c corten -n __fish_use_subcommand -a {} -d '{}'\n", command->get_name(),
                        command->get_description());
    for (const std::string& name : long_options(*command))
      text += fmt::format("complete -c corten -n '__fish_seen_subcommand_from {}' -l {}\n",
                          command->get_name(), name.substr(2));
  }
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  std::string text = fmt::format(
      ".TH CORTEN 1 \"\" \"CortenForge {}\"\n.SH NAME\ncorten \\- look at, check, convert, simulate and "
      "compare MJCF "
      "models\n.SH SYNOPSIS\n.B corten\n.I command\n[\n.I options\n]\n.I model\n.SH "
      "DESCRIPTION\n{}\n.PP\n.nf\n{}\n.fi\n",
      version, roff(app.get_description()), roff(app.get_footer()));
  for (const CLI::App* command : commands_of(app)) text += command_section(*command);
  return text;
}

std::string completion_script(const CLI::App& app, const std::string& shell) {
  const Commands commands = commands_of(app);
  if (shell == "bash") return bash_script(commands);
  if (shell == "zsh") return zsh_script(commands);
  if (shell == "fish") return fish_script(commands);
  throw std::runtime_error(
      fmt::format("no completion for the shell '{}'; there is one for bash, zsh and fish", shell));
}

}  // namespace corten::app
