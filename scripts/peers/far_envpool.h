// What FAR AI's sokoban_envpool.cc needs of EnvPool, so that scripts/peers compiles it alone: one board, whose level
// and number of steps are set. It stands in for the header of that file.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

inline std::string operator""_(const char* name, std::size_t size) { return {name, size}; }

struct Array {
  std::size_t size = 0;
  std::vector<uint8_t> bytes;
  double value = 0;
  void Assign(const uint8_t* begin, std::size_t count) { bytes.assign(begin, begin + count); }
  Array& operator=(double given) { return value = given, *this; }
};

template <typename T>
struct Named {
  std::map<std::string, T>* values;
  T& operator[](const std::string& name) const { return (*values)[name]; }
};

namespace sokoban {

using SokobanLevel = std::vector<uint8_t>;
constexpr uint8_t kWall = 0, kEmpty = 1, kTarget = 2, kBoxOnTarget = 3, kBox = 4, kPlayer = 5, kPlayerOnTarget = 6;
constexpr int kActPushRight = 3;

struct TaggedSokobanLevel {
  int file_idx, level_idx;
  SokobanLevel data;
};

struct LevelLoader {
  SokobanLevel next;
  TaggedSokobanLevel GetLevel(std::mt19937&) { return {0, 0, next}; }
};

struct SokobanEnvSpec {};
struct SokobanEnvPool {};

struct SokobanEnv {
  using Action = Named<int>;
  struct {
    std::map<std::string, int> config;
  } spec_;
  std::map<std::string, Array> seen;
  std::mt19937 gen_;
  int dim_room_ = 10;
  double reward_finished_ = 10, reward_box_ = 1, reward_step_ = -0.1;
  LevelLoader level_loader_;
  int level_file_idx_ = -1, level_idx_ = -1;
  SokobanLevel world_;
  int current_max_episode_steps_ = 0, current_step_ = 0, player_x_ = 0, player_y_ = 0, unmatched_boxes_ = 0;

  Named<Array> Allocate() {
    seen["trunc"] = false;
    seen["obs"].size = 3 * world_.size();
    return {&seen};
  }
  bool IsDone() { return unmatched_boxes_ == 0 || current_step_ >= current_max_episode_steps_; }
  void Reset();
  void Step(const Action& action_dict);
  void WriteState(float reward);
  [[nodiscard]] uint8_t WorldAt(int x, int y) const;
  void WorldAssignAt(int x, int y, uint8_t value);
  void ResetWithoutWrite();
};

inline SokobanEnv env;

}  // namespace sokoban

template <typename T>
struct PyEnvSpec {};
template <typename T>
struct PyEnvPool {};
#define PYBIND11_MODULE(...) extern "C" void unused()
#define REGISTER(...)

extern "C" inline __attribute__((used)) void begin(const uint8_t* level, int steps, uint8_t* seen) {
  auto& env = sokoban::env;
  env.level_loader_.next.assign(level, level + 100);
  env.spec_.config["min_episode_steps"] = env.spec_.config["max_episode_steps"] = steps;
  env.Reset();
  std::copy(env.seen["obs"].bytes.begin(), env.seen["obs"].bytes.end(), seen);
}

extern "C" inline __attribute__((used)) float play(int action, uint8_t* seen, uint8_t* truncated) {
  auto& env = sokoban::env;
  std::map<std::string, int> actions{{"action", action}};
  env.Step({&actions});
  std::copy(env.seen["obs"].bytes.begin(), env.seen["obs"].bytes.end(), seen);
  *truncated = env.seen["trunc"].value != 0;
  return static_cast<float>(env.seen["reward"].value);
}
